// A small interpreter of a language with a loop: [, ] and + on one cell. A loop that is closed twice
// leaves the stack of loops.
// explore: Interpreter.run
// findings: java.lang.ArrayIndexOutOfBoundsException 25
// verdicts: confirmed

import wayfarer.Wayfarer;

public class Interpreter {
    private final int[] loops = new int[8];
    private int depth;
    private int cell;

    private void execute(int instruction) {
        switch (instruction) {
            case '+':
                cell++;
                break;
            case '[':
                if (depth >= 0 && depth < 7) {
                    loops[depth++] = cell;
                }
                break;
            case ']':
                if (cell > loops[depth - (depth > 2 ? 3 : 0)]) {
                    depth -= depth > 2 ? 3 : 0;
                    cell = 0;
                } else if (depth > 0 && cell == 3) {
                    depth = -1;
                }
                break;
            default:
                cell = Math.max(cell - 1, 0);
        }
    }

    static int run() {
        Interpreter interpreter = new Interpreter();
        while (true) {
            interpreter.execute(Wayfarer.anyInt("instruction"));
        }
    }
}
