// A server answers only who has logged in.
import wayfarer.Wayfarer;

class Protocol {
    static final int CLOSED = 0, HELLO = 1, LOGGED_IN = 2, BUSY = 3;

    static int f() {
        int state = CLOSED;
        boolean login = false, answered = false;
        for (;;) {
            int message = Wayfarer.anyInt("message");
            switch (state) {
                case CLOSED:
                    if (message == 1)
                        state = HELLO;
                    break;
                case HELLO:
                    if (message == 2) {
                        state = LOGGED_IN;
                        login = true;
                    } else if (message == 9) {
                        state = CLOSED;
                    }
                    break;
                case LOGGED_IN:
                    if (message == 3)
                        state = BUSY;
                    if (message == 9) {
                        state = CLOSED;
                        login = false;
                    }
                    break;
                case BUSY:
                    if (!login)
                        return 1; // never
                    answered = true;
                    state = LOGGED_IN;
                    break;
                default:
                    return 2; // never
            }
            if (answered && message == 77)
                return 3; // sometimes
        }
    }
}
