/** Exceptions: nesting, finally, causes, suppressed ones, try with resources, stack traces, errors in initialisers. */
public class Exceptions1 {
    static class Checked extends Exception {
        final int code;

        Checked(String message, int code, Throwable cause) {
            super(message, cause);
            this.code = code;
        }
    }

    static class Resource implements AutoCloseable {
        final String name;

        Resource(String name) {
            this.name = name;
            System.out.println("open " + name);
        }

        @Override
        public void close() {
            System.out.println("close " + name);
            if (name.equals("bad")) throw new IllegalStateException("close failed");
        }
    }

    static class Broken {
        static int value = Integer.parseInt("not a number");
    }

    static int finallyWins(int n) {
        for (int i = 0; ; i++) {
            try {
                if (n == 0) return 1;
                if (n == 1) throw new RuntimeException("one");
                if (n == 2) continue;
                if (n == 3) break;
                n /= n - 4;
            } catch (ArithmeticException e) {
                return -1;
            } finally {
                System.out.println("finally " + n + " " + i);
                if (n == 2) n = 3;
                if (n == 5) return 55;
            }
        }
        return 3;
    }

    static int recursion(int depth) {
        return recursion(depth + 1) + 1;
    }

    static void level(int n) throws Checked {
        try {
            if (n == 0) {
                Object o = null;
                o.hashCode();
            }
            level(n - 1);
        } catch (NullPointerException e) {
            throw new Checked("level " + n, n, e);
        }
    }

    public static void main(String[] args) {
        for (int n = 0; n < 7; n++) {
            try {
                System.out.println(finallyWins(n));
            } catch (RuntimeException e) {
                System.out.println(e);
            }
        }
        try {
            level(3);
        } catch (Checked e) {
            System.out.println(e.getMessage() + " " + e.code + " " + e.getCause());
            for (StackTraceElement at : e.getStackTrace()) System.out.println(at);
            e.printStackTrace(System.out);
        }
        try (Resource a = new Resource("a"); Resource b = new Resource("bad")) {
            System.out.println("body");
            throw new RuntimeException("body failed");
        } catch (RuntimeException e) {
            System.out.println(e.getMessage() + " " + e.getSuppressed()[0].getMessage());
        }
        for (int i = 0; i < 2; i++) {
            try {
                System.out.println(Broken.value);
            } catch (ExceptionInInitializerError e) {
                System.out.println(e.getCause());
            } catch (NoClassDefFoundError e) {
                System.out.println(e.getMessage());
            }
        }
        try {
            recursion(0);
        } catch (StackOverflowError e) {
            System.out.println("overflow " + e.getMessage());
        }
        try {
            throw new Error("plain", new Checked("cause", 1, null));
        } catch (Error e) {
            e.printStackTrace(System.out);
        }
        String s = args.length > 5 ? "x" : null;
        try {
            System.out.println(s.length());
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        int[][] a = new int[2][];
        try {
            a[1][0] = 3;
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            throw null;
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        throw new IllegalArgumentException("the end", new RuntimeException("because"));
    }
}
