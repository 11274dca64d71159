// A call may fail because the stack is exhausted, where something recurs.
class Stack {
    static int depth;

    static int leaf(int n) {
        return n + 1;
    }

    static int down(int n) {
        depth++;
        try {
            n = leaf(n);
        } catch (StackOverflowError e) {
            depth = -1; // sometimes, not reached
            return n;
        }
        return down(n);
    }

    static int run(int n) {
        try {
            down(n);
        } catch (StackOverflowError e) {
            return 1;
        }
        return 0;
    }

    static int flat(int n) {
        try {
            n = leaf(n);
        } catch (StackOverflowError e) {
            return 1; // never
        }
        return n;
    }
}
