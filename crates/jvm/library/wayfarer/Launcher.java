package wayfarer;

/** How a program starts and ends; called by the front end by name. */
final class Launcher {
    private Launcher() {}

    /** What the JVM prints when nothing catches an exception of the main thread. */
    static void uncaught(Throwable exception) {
        System.err.print("Exception in thread \"main\" ");
        try {
            exception.printStackTrace();
        } catch (Throwable second) {
            System.err.println(second);
            for (Throwable cause = exception.getCause(); cause != null; cause = cause.getCause()) {
                System.err.println("Caused by: " + cause);
            }
        }
    }

    /** What users see of an exception that nothing catches: its class, if asking for its text throws another one. */
    static String describe(Throwable exception) {
        Bounds.settle(exception);
        try {
            return exception.toString();
        } catch (Throwable second) {
            return exception.getClass().getName();
        }
    }
}
