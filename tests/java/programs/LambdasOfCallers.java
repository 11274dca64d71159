// A caller may have got the lambda that the program compares with: that no input is it is said.
//
// explore: LambdasOfCallers.is
// options: --jobs 1
// exhaustive: false
// findings: none
// tests: confirmed
// left: input references to objects that static fields of the program hold

public class LambdasOfCallers {
    interface Op {
        int apply(int number);
    }

    static class Same implements Op {
        public int apply(int number) {
            return number;
        }
    }

    static Op usual() {
        return number -> number + 1;
    }

    static int is(Op op) {
        if (op == null)
            return 2;
        Op own = usual();
        return op == own ? 1 : 0;
    }
}
