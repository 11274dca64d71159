// A robot on a board of five by five with a wall: it must not come to the far corner.
// explore: Robot.run
// findings: java.lang.AssertionError 42
// verdicts: confirmed

import wayfarer.Wayfarer;

public class Robot {
    private static final String[] BOARD = {
        ".#...",
        ".#.#.",
        "...#.",
        "##.#.",
        "...#.",
    };

    static int run() {
        int x = 0;
        int y = 0;
        while (true) {
            int nextX = x;
            int nextY = y;
            switch (Wayfarer.anyInt("direction")) {
                case 1:
                    nextX++;
                    break;
                case 2:
                    nextX--;
                    break;
                case 3:
                    nextY++;
                    break;
                case 4:
                    nextY--;
                    break;
                default:
            }
            if (nextX >= 0 && nextX < 5 && nextY >= 0 && nextY < 5 && BOARD[nextY].charAt(nextX) == '.') {
                x = nextX;
                y = nextY;
            }
            Wayfarer.check(x != 4 || y != 4, "there");
        }
    }
}
