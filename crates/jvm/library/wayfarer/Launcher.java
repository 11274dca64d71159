package wayfarer;

/** How a program starts and ends; called by the front end by name. */
final class Launcher {
    private Launcher() {}

    /** What the JVM prints when nothing catches an exception of the main thread. */
    static void uncaught(Throwable exception) {
        System.err.print("Exception in thread \"main\" ");
        exception.printStackTrace();
    }

    /** What users see of an exception that nothing catches. */
    static String describe(Throwable exception) {
        return exception.toString();
    }
}
