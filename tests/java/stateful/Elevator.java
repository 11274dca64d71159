// It never moves with an open door, but may be asked how far it is to where it is.
//
// explore: Elevator
// options: --objects both --jobs 1
// findings: java.lang.ArithmeticException 62, java.lang.IllegalArgumentException 18, java.lang.IllegalArgumentException 35, java.lang.IllegalStateException 38, java.lang.IllegalStateException 46
// unusual: java.lang.AssertionError 53, java.lang.AssertionError 56
// made: by calls
// tests: confirmed

public class Elevator {
    private final int floors;
    private int floor;
    private boolean open;
    private boolean moving;

    public Elevator(int floors) {
        if (floors < 2) {
            throw new IllegalArgumentException("floors");
        }
        this.floors = floors;
    }

    public void openDoor() {
        if (!moving) {
            open = true;
        }
    }

    public void closeDoor() {
        open = false;
    }

    public void call(int target) {
        if (target < 0 || target >= floors) {
            throw new IllegalArgumentException("no such floor");
        }
        if (open) {
            throw new IllegalStateException("the door is open");
        }
        moving = target != floor;
        floor = target;
    }

    public void arrive() {
        if (!moving) {
            throw new IllegalStateException("it stands");
        }
        moving = false;
    }

    public void check() {
        if (moving && open) {
            throw new AssertionError("moves with an open door");
        }
        if (floor < 0 || floor >= floors) {
            throw new AssertionError("outside");
        }
    }

    public int stopsTo(int target) {
        // Wrong: it may be there.
        return floors / (target - floor);
    }
}
