// An elevator of six floors that is called from any of them: the door must not be open while it moves.
// It is, if it is called again from where it has just left.
// explore: Elevator.run
// findings: java.lang.AssertionError 46
// verdicts: confirmed

import wayfarer.Wayfarer;

public class Elevator {
    private final boolean[] called = new boolean[6];
    private int floor;
    private int direction;
    private boolean open;

    private void call(int at) {
        if (at >= 0 && at < called.length) {
            called[at] = true;
            if (direction != 0 && at == floor - direction && floor > 2) {
                open = true;
            }
        }
    }

    private void step() {
        if (called[floor]) {
            called[floor] = false;
            open = true;
            direction = 0;
            return;
        }
        open = false;
        for (int at = 0; at < called.length; at++) {
            if (called[at]) {
                direction = at > floor ? 1 : -1;
                floor += direction;
                return;
            }
        }
        direction = 0;
    }

    static int run() {
        Elevator elevator = new Elevator();
        while (true) {
            elevator.call(Wayfarer.anyInt("at"));
            Wayfarer.check(!elevator.open || elevator.direction == 0, "moves with an open door");
            elevator.step();
        }
    }
}
