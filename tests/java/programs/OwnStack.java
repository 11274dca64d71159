// explore: OwnStack
// options: --all-paths
// exhaustive: false
// left: a system property that another JVM may have otherwise is asked for at OwnStack.java:43, a system property that another JVM may have otherwise is asked for at OwnStack.java:44, a system property that another JVM may have otherwise is asked for at OwnStack.java:48, a system property that another JVM may have otherwise is asked for at OwnStack.java:49, a system property that another JVM may have otherwise is asked for at OwnStack.java:50, a system property that another JVM may have otherwise is asked for at OwnStack.java:51, paths that depend on hash codes of addresses, the order of sets, the time or the machine
// findings: OwnStack$Checked 27, java.lang.IllegalStateException 37
// verdicts: confirmed
// tests: confirmed

import java.util.TimeZone;

/** What a program sees of its surroundings: its own calls in stack traces, properties, the time zone. */
public class OwnStack {
    static class Checked extends RuntimeException {
        @Override
        public synchronized Throwable fillInStackTrace() {
            super.fillInStackTrace();
            int own = 0;
            for (StackTraceElement call : getStackTrace()) {
                if (!call.getMethodName().equals("checked")) own++;
            }
            if (own > 3) throw this;
            return this;
        }
    }

    static void checked(int size) {
        if (size > 3) throw new Checked();
    }

    static int depth(int size) {
        int calls = 0;
        for (StackTraceElement call : new Throwable().getStackTrace()) {
            if (call.getLineNumber() > 0) calls++;
        }
        if (size > 5 && calls == 1) {
            // The method under test is called by nobody.
            throw new IllegalStateException("alone");
        }
        return calls;
    }

    static String zone(int choice) {
        if (System.getProperty("user.timezone") == null) throw new AssertionError();
        return choice == 1 ? TimeZone.getDefault().getID() : System.getProperty("user.timezone");
    }

    static int properties(int choice) {
        if (choice == 1) return System.getProperty("user.home").length();
        if (choice == 2) return System.getProperty("java.vm.name").equals("Wayfarer") ? 1 : 2;
        if (choice == 3) return System.getProperty("java.vm.version") == null ? 3 : 4;
        return System.getProperty("java.io.tmpdir").length();
    }

    static int encoded(int choice) {
        return choice == 1 ? "\u00e4".getBytes().length : java.nio.charset.Charset.defaultCharset().name().length();
    }
}
