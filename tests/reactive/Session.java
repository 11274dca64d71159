// A server with sessions in a list: log in, log out, send. A session that logs out twice removes that of
// somebody else, who then sends without being logged in.
// explore: Session.run
// findings: java.lang.IllegalStateException 27
// verdicts: confirmed

import java.util.ArrayList;
import java.util.List;
import wayfarer.Wayfarer;

public class Session {
    private final List<Integer> users = new ArrayList<>();
    private final boolean[] member = new boolean[3];

    private void on(int event, int user) {
        if (event == 1 && !member[user]) {
            member[user] = true;
            users.add(user);
        } else if (event == 2 && !users.isEmpty()) {
            int index = users.indexOf(user);
            users.remove(index < 0 ? users.size() - 1 : index);
            if (index >= 0) {
                member[user] = false;
            }
        } else if (event == 3 && member[user]) {
            if (!users.contains(user)) {
                throw new IllegalStateException("not logged in");
            }
        }
    }

    static int run() {
        Session server = new Session();
        while (true) {
            int event = Wayfarer.anyInt("event");
            int user = Wayfarer.anyInt("user");
            if (user >= 0 && user < 3) {
                server.on(event, user);
            }
        }
    }
}
