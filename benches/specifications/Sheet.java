// A spreadsheet of eight cells: formulas, numbers and commands are bytes. What is wrong: an undo that runs into a circle of formulas
// gives up with its change still open, if the circle came about while calculation was manual.
// explore: Sheet.run
// options: --spec Sheet.spec --array-length 13
class Change {
    private int count;
    private boolean isOpen;

    void open() {
        isOpen = true;
    }

    void set(int cell, int value) {
        count++;
    }

    void close() {
        isOpen = false;
    }
}

class Formula {
    static final int NUMBER = 0;
    static final int SUM = 1;
    static final int DIFFERENCE = 2;
    static final int MAXIMUM = 3;

    final int kind;
    final int left;
    final int right;

    Formula(int kind, int left, int right) {
        this.kind = kind;
        this.left = left;
        this.right = right;
    }

    int apply(int a, int b) {
        switch (kind) {
            case SUM:
                return a + b;
            case DIFFERENCE:
                return a - b;
            case MAXIMUM:
                return a > b ? a : b;
            default:
                return left;
        }
    }
}

class Format {
    private int width = 4;
    private int decimals;
    private boolean hasSign;

    void set(int code) {
        if (code > 200) {
            hasSign = !hasSign;
        } else if (code > 100) {
            decimals = code % 5;
        } else if (code > 2) {
            width = code % 16;
        }
    }

    int render(int value) {
        int length = decimals > 0 ? decimals + 1 : 0;
        if (value < 0) {
            length++;
            value = -value;
        } else if (hasSign) {
            length++;
        }
        do {
            length++;
            value /= 10;
        } while (value > 0);
        return length > width ? -1 : length;
    }
}

class Sheet {
    private static final int CELLS = 8;

    private final Formula[] cells = new Formula[CELLS];
    private final int[] values = new int[CELLS];
    private final Format format = new Format();
    private final Change change = new Change();
    private final byte[] input;
    private int position;
    private int errors;
    private int overflows;
    private boolean isManual;
    private int undoCell = -1;
    private Formula undoFormula;
    private int selected;

    private Sheet(byte[] input) {
        this.input = input;
        for (int i = 0; i < CELLS; i++) {
            cells[i] = new Formula(Formula.NUMBER, 0, 0);
        }
    }

    /** Executes commands. Gives the number of cells that are too wide. */
    static int run(byte[] input) {
        if (input == null) {
            return 0;
        }
        Sheet sheet = new Sheet(input);
        while (sheet.position < input.length && sheet.errors < 5) {
            sheet.command(sheet.next());
        }
        return sheet.overflows;
    }

    private int next() {
        return position < input.length ? input[position++] & 0xff : 0;
    }

    private void command(int code) {
        switch (code) {
            case '=':
                enter();
                break;
            case '#':
                number(next());
                break;
            case 'a':
                isManual = !isManual;
                break;
            case 'c':
                recalculate();
                break;
            case 'u':
                undo();
                break;
            case 'f':
                format.set(next());
                break;
            case 'p':
                print();
                break;
            case 'x':
                clear();
                break;
            case '<':
                selected = selected == 0 ? CELLS - 1 : selected - 1;
                break;
            case '>':
                selected = selected == CELLS - 1 ? 0 : selected + 1;
                break;
            default:
                errors++;
        }
    }

    /** A formula: its kind, and the two cells it is of. */
    private void enter() {
        int kind;
        switch (next()) {
            case '+':
                kind = Formula.SUM;
                break;
            case '-':
                kind = Formula.DIFFERENCE;
                break;
            case '^':
                kind = Formula.MAXIMUM;
                break;
            default:
                errors++;
                return;
        }
        int operands = next();
        Formula formula = new Formula(kind, operands & 7, operands >> 3 & 7);
        if (operands > 63 || !isManual && isCircle(selected, formula)) {
            errors++;
            return;
        }
        put(selected, formula);
    }

    private void number(int value) {
        if (value > 199) {
            value -= 256;
        }
        put(selected, new Formula(Formula.NUMBER, value, 0));
    }

    private void put(int cell, Formula formula) {
        undoCell = cell;
        undoFormula = cells[cell];
        cells[cell] = formula;
        if (isManual) {
            return;
        }
        change.open();
        for (int i = 0; i < CELLS; i++) {
            update(i);
        }
        change.close();
    }

    private void update(int cell) {
        int value = evaluate(cell, 0);
        if (value != values[cell]) {
            values[cell] = value;
            change.set(cell, value);
        }
    }

    private int evaluate(int cell, int depth) {
        Formula formula = cells[cell];
        if (formula.kind == Formula.NUMBER || depth > CELLS) {
            return formula.left;
        }
        return formula.apply(evaluate(formula.left, depth + 1), evaluate(formula.right, depth + 1));
    }

    private boolean isCircle(int cell, Formula formula) {
        return formula.left == cell || formula.right == cell || reaches(formula.left, cell, 0)
                || reaches(formula.right, cell, 0);
    }

    private boolean reaches(int from, int cell, int depth) {
        Formula formula = cells[from];
        if (formula.kind == Formula.NUMBER || depth > 3) {
            return false;
        }
        return formula.left == cell || formula.right == cell || reaches(formula.left, cell, depth + 1)
                || reaches(formula.right, cell, depth + 1);
    }

    private void recalculate() {
        for (int i = 0; i < CELLS; i++) {
            if (cells[i].kind != Formula.NUMBER && isCircle(i, cells[i])) {
                errors++;
                return;
            }
        }
        change.open();
        for (int i = 0; i < CELLS; i++) {
            update(i);
        }
        change.close();
    }

    /** Takes back what was entered last; once more, and it is there again. */
    private void undo() {
        if (undoCell < 0) {
            errors++;
            return;
        }
        Formula before = undoFormula;
        undoFormula = cells[undoCell];
        cells[undoCell] = before;
        if (isManual) {
            return;
        }
        change.open();
        if (before.kind != Formula.NUMBER && isCircle(undoCell, before)) {
            errors++;
            return;
        }
        for (int i = 0; i < CELLS; i++) {
            update(i);
        }
        change.close();
    }

    private void clear() {
        for (int i = 0; i < CELLS; i++) {
            cells[i] = new Formula(Formula.NUMBER, 0, 0);
            values[i] = 0;
        }
        undoCell = -1;
    }

    private void print() {
        for (int value : values) {
            int length = format.render(value);
            if (length < 0) {
                overflows++;
            } else if (length > 6) {
                overflows += 2;
            }
        }
    }
}
