/** What attacks have in common: a line for each try, with what it got. */
final class Attack {
    interface Try {
        void run() throws Throwable;
    }

    private Attack() {}

    static void attempt(String what, Try attempt) {
        try {
            attempt.run();
            System.out.println(what + ": done");
        } catch (Throwable refused) {
            System.out.println(what + ": refused (" + String.valueOf(refused).replace('\n', ' ') + ")");
        }
    }

    /** Fails unless the condition holds. */
    static void require(boolean condition) {
        if (!condition) {
            throw new IllegalStateException("it had no effect");
        }
    }
}
