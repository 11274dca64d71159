// A violation that takes four events in a row, behind branches that do not matter.
// explore: Guided.run
// options: --spec ../../tests/specifications/java/doors.spec --strategy specification:3,random-path --max-paths 1000 --max-findings 1
// findings: specification-violation 20
// verdicts: confirmed
// tests: confirmed
class Guided {
    static void run(byte[] buttons, byte[] load) {
        if (buttons == null || load == null || buttons.length != 4 || load.length != 4) {
            return;
        }
        Lift lift = new Lift();
        for (byte button : buttons) {
            int kilograms = Load.weight(load);
            if (button == 3) {
                lift.open();
            } else if (button == 17) {
                lift.close();
            } else if (button == 41) {
                lift.start();
            } else if (kilograms > 9) {
                lift.rides ^= 1;
            }
        }
    }
}

class Load {
    static int weight(byte[] load) {
        int sum = 0;
        for (byte one : load) {
            if (one > 10) {
                sum++;
            }
            if (one == 77) {
                sum += 3;
            }
            if ((one & 1) != 0) {
                sum ^= 5;
            }
        }
        return sum;
    }
}

class Lift {
    int rides;
    boolean isOpen;

    void open() {
        isOpen = true;
    }

    void close() {
        isOpen = false;
    }

    void start() {
        rides++;
    }
}
