// An interpreter of a small language whose blocks in brackets are transactions within each other. What is wrong: the end of a block
// releases its savepoint also if the changes of the block around it were undone from within, and with that its own.
// explore: Savepoints.run
// options: --spec Savepoints.spec --array-length 14
// violated by: 28 28 61 3d 31 3b 55 29
class Savepoint {
    static final int CHANGES = 16;

    final int[] variables = new int[CHANGES];
    final int[] values = new int[CHANGES];
    int changes;
    int depth;

    void set(int depth) {
        this.depth = depth;
        changes = 0;
    }

    void write(int variable, int before) {
        if (changes < CHANGES) {
            variables[changes] = variable;
            values[changes] = before;
            changes++;
        }
    }

    void undo() {
        changes = 0;
    }

    void release() {
        depth = -1;
    }
}

class Program {
    private final byte[] bytes;
    private int position;

    Program(byte[] bytes) {
        this.bytes = bytes;
    }

    boolean hasMore() {
        return position < bytes.length;
    }

    int peek() {
        return hasMore() ? bytes[position] & 0xff : -1;
    }

    int next() {
        return hasMore() ? bytes[position++] & 0xff : -1;
    }

    boolean accept(int c) {
        if (peek() != c) {
            return false;
        }
        position++;
        return true;
    }
}

/** Sums of products of numbers, variables and calls of functions of one letter. */
class Expressions {
    private final Program program;
    private final int[] memory;
    int mistakes;
    int overflows;
    int calls;

    Expressions(Program program, int[] memory) {
        this.program = program;
        this.memory = memory;
    }

    int comparison() {
        int left = sum();
        if (program.accept('<')) {
            return left < sum() ? 1 : 0;
        }
        if (program.accept('>')) {
            return left > sum() ? 1 : 0;
        }
        if (program.accept('~')) {
            return left == sum() ? 1 : 0;
        }
        return left;
    }

    private int sum() {
        int value = product();
        while (program.hasMore()) {
            if (program.accept('+')) {
                value = bounded(value + product());
            } else if (program.accept('-')) {
                value = bounded(value - product());
            } else {
                break;
            }
        }
        return value;
    }

    private int product() {
        int value = factor();
        while (program.accept('*')) {
            value = bounded(value * factor());
        }
        return value;
    }

    private int factor() {
        int c = program.peek();
        if (c >= '0' && c <= '9') {
            return number();
        }
        if (c >= 'a' && c <= 'd') {
            program.next();
            return memory[c - 'a'];
        }
        if (c >= 'K' && c <= 'N') {
            program.next();
            return function(c);
        }
        mistakes++;
        return 0;
    }

    private int number() {
        int value = 0;
        int digits = 0;
        while (program.peek() >= '0' && program.peek() <= '9') {
            value = bounded(value * 10 + program.next() - '0');
            digits++;
        }
        if (digits > 3) {
            mistakes++;
        }
        return value;
    }

    private int function(int name) {
        int value = factor();
        calls++;
        switch (name) {
            case 'K':
                return value < 0 ? -value : value;
            case 'L':
                return value > 9 ? 9 : value;
            case 'M':
                return value % 2 == 0 ? value / 2 : value + 1;
            default:
                return value == 0 ? 1 : 0;
        }
    }

    private int bounded(int value) {
        if (value > 9999) {
            overflows++;
            return 9999;
        }
        if (value < -9999) {
            overflows++;
            return -9999;
        }
        return value;
    }
}

class Savepoints {
    static final int DEPTH = 6;

    private final Program program;
    private final int[] memory = new int[4];
    private final Expressions expressions;
    private final Savepoint[] open = new Savepoint[DEPTH];
    private int depth;
    private int printed;
    private int width;
    private int refused;
    private int comments;
    private int watched;
    private int base = 10;

    private Savepoints(Program program) {
        this.program = program;
        expressions = new Expressions(program, memory);
    }

    /** Runs a program. Gives how many mistakes are in it; it does not end with the first one. */
    static int run(byte[] bytes) {
        if (bytes == null) {
            return 0;
        }
        Program program = new Program(bytes);
        Savepoints interpreter = new Savepoints(program);
        while (program.hasMore()) {
            interpreter.statement();
        }
        return interpreter.expressions.mistakes;
    }

    private void statement() {
        int c = program.next();
        if (c >= 'a' && c <= 'd') {
            assign(c - 'a');
            return;
        }
        switch (c) {
            case '(':
                block();
                break;
            case 'u':
                undoTo(depth - 1);
                break;
            case 'U':
                undoTo(depth - 2);
                break;
            case 'p':
                print();
                break;
            case '"':
                comment();
                break;
            case '?':
                decide();
                break;
            case 'w':
                watch();
                break;
            case '%':
                chooseBase();
                break;
            case 's':
                sort();
                break;
            case ';':
            case ' ':
                break;
            default:
                refused++;
        }
    }

    private void block() {
        if (depth == DEPTH) {
            refused++;
            return;
        }
        Savepoint savepoint = new Savepoint();
        savepoint.set(depth);
        open[depth++] = savepoint;
        while (program.hasMore()) {
            if (program.accept(')')) {
                savepoint.release();
                break;
            }
            statement();
        }
        depth--;
    }

    private void assign(int variable) {
        if (!program.accept('=')) {
            expressions.mistakes++;
        }
        int value = expressions.comparison();
        if (depth > 0) {
            open[depth - 1].write(variable, memory[variable]);
        }
        memory[variable] = value;
        look(variable, value);
    }

    /** Undoes the changes of a block, and of all blocks within it. Savepoints of blocks that go on are set anew. */
    private void undoTo(int outermost) {
        if (outermost < 0) {
            refused++;
            return;
        }
        for (int i = depth - 1; i >= outermost; i--) {
            Savepoint savepoint = open[i];
            if (savepoint.changes > 0) {
                restore(savepoint);
                savepoint.undo();
            }
        }
        open[outermost].set(outermost);
    }

    private void restore(Savepoint savepoint) {
        for (int i = savepoint.changes - 1; i >= 0; i--) {
            memory[savepoint.variables[i]] = savepoint.values[i];
        }
    }

    private void look(int variable, int value) {
        if ((watched & 1 << variable) == 0) {
            return;
        }
        if (value < 0) {
            printed++;
        } else if (value > 100) {
            printed += 2;
        } else if (value == memory[(variable + 1) % memory.length]) {
            printed += 3;
        }
    }

    /** Prints a value, as wide as its digits are many. */
    private void print() {
        int value = expressions.comparison();
        int digits = 1;
        if (value < 0) {
            digits++;
            value = -value;
        }
        while (value >= base) {
            value /= base;
            digits++;
        }
        if (digits > width) {
            width = digits;
        }
        printed++;
        if (program.accept(',')) {
            printed += 10;
        }
    }

    private void comment() {
        int capitals = 0;
        int others = 0;
        while (program.hasMore()) {
            int c = program.next();
            if (c == '"') {
                comments++;
                break;
            }
            if (c >= 'A' && c <= 'Z') {
                capitals++;
            } else if (c < ' ' || c > '~') {
                others++;
            }
        }
        if (capitals > 2) {
            comments += 2;
        }
        if (others > 0) {
            refused++;
        }
    }

    /** Prints one of two values. */
    private void decide() {
        int condition = expressions.comparison();
        if (!program.accept(':')) {
            expressions.mistakes++;
        }
        int first = expressions.comparison();
        int second = 0;
        if (program.accept('|')) {
            second = expressions.comparison();
        }
        int chosen = condition != 0 ? first : second;
        if (chosen > 50) {
            width++;
        } else if (chosen < 0) {
            width = 0;
        }
    }

    private void watch() {
        int c = program.next();
        if (c >= 'a' && c <= 'd') {
            watched |= 1 << (c - 'a');
        } else if (c == '-') {
            watched = 0;
        } else if (c == '*') {
            watched = 15;
        } else {
            refused++;
        }
    }

    private void chooseBase() {
        int c = program.next();
        if (c == 'b') {
            base = 2;
        } else if (c == 'o') {
            base = 8;
        } else if (c == 'h') {
            base = 16;
        } else if (c == 'd') {
            base = 10;
        } else {
            refused++;
        }
    }

    /** Counts in which order the values are; nothing is changed. */
    private void sort() {
        int inversions = 0;
        for (int i = 0; i < memory.length; i++) {
            for (int j = i + 1; j < memory.length; j++) {
                if (memory[i] > memory[j]) {
                    inversions++;
                }
            }
        }
        if (inversions > 3) {
            printed++;
        } else if (inversions == 0) {
            comments++;
        }
    }
}
