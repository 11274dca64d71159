// Handlers of the error that calls which recur end with, where no code of theirs returns.
// reach: FullStack.caught --direction forward --target FullStack.java:17 --target FullStack.java:19
//   FullStack.java:17: reached
//   FullStack.java:19: reached
// reach: FullStack.deep --direction forward --target FullStack.java:38
//   FullStack.java:38: reached
class FullStack {
    static int recur(int n) {
        return recur(n + 1) + 1;
    }

    static int caught(byte n) {
        try {
            if (n == 5)
                recur(n);
        } catch (StackOverflowError error) {
            return 1;
        }
        return 3;
    }

    static void even(int n) {
        odd(n);
    }

    static void odd(int n) {
        even(n);
    }

    static int deep(byte n) {
        int found = 0;
        try {
            if (n == 7)
                even(n);
            found = 1;
        } finally {
            if (found == 0)
                System.setProperty("found", "no");
        }
        return found;
    }
}
