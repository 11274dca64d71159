package wayfarer;

/**
 * What instructions throw, with the messages of the JVM. Called by the front end by name; frames of
 * this class are not part of stack traces.
 */
final class Throw {
    private Throw() {}

    static void nullPointer(String message) {
        throw new NullPointerException(message == null || message.isEmpty() ? null : message);
    }

    static void index(int index, int length) {
        throw Bounds.with(new ArrayIndexOutOfBoundsException(), Bounds.INDEX, index, length, 0);
    }

    static void length(int length) {
        throw Bounds.with(new NegativeArraySizeException(), Bounds.LENGTH, length, 0, 0);
    }

    static void division() {
        throw new ArithmeticException("/ by zero");
    }

    static void arrayStore(Object value) {
        throw new ArrayStoreException(Machine.className(Machine.classOfObject(value)));
    }

    static void classCast(Object object, Class<?> to) {
        Class<?> from = Machine.classOfObject(object);
        String a = Machine.className(from);
        String b = Machine.className(to);
        String in = module(from);
        String other = module(to);
        StringBuilder text = new StringBuilder();
        text.append("class ").append(a).append(" cannot be cast to class ").append(b).append(" (");
        if (in.equals(other)) {
            text.append(a).append(" and ").append(b).append(" are in ").append(in);
        } else {
            text.append(a).append(" is in ").append(in).append("; ");
            text.append(b).append(" is in ").append(other);
        }
        throw new ClassCastException(text.append(")").toString());
    }

    /** Where a class is, as the JVM says it in a class cast exception: the loader is that of whoever runs the code. */
    private static String module(Class<?> c) {
        while (Machine.classElement(c) != null) {
            c = Machine.classElement(c);
        }
        String name = Machine.className(c);
        for (String start : JDK) {
            if (name.startsWith(start)) {
                return "module java.base of loader 'bootstrap'";
            }
        }
        if (Machine.classKind(c) == 5) {
            return "module java.base of loader 'bootstrap'";
        }
        return Machine.surroundings() == 0 ? "unnamed module of loader 'app'" : "unnamed module of loader com.acme.Loader @4a574795";
    }

    private static final String[] JDK = {"java.", "javax.", "jdk.", "sun.", "com.sun."};

    static void noClass(String name) {
        Error error = new NoClassDefFoundError(name.replace('.', '/'));
        error.initCause(new ClassNotFoundException(name));
        throw error;
    }

    static void stackOverflow() {
        throw new StackOverflowError();
    }

    /** Classes whose initialisation failed, and what is told of it later. */
    private static Class<?>[] failed = new Class<?>[0];
    private static Throwable[] reasons = new Throwable[0];

    /** Throws what the failed initialisation of a class throws. */
    static void inInitializer(Throwable cause, Class<?> c) throws Throwable {
        remember(cause, c);
        if (cause instanceof Error) {
            throw cause;
        }
        throw new ExceptionInInitializerError(cause);
    }

    private static void remember(Throwable cause, Class<?> c) {
        int count = failed.length;
        Class<?>[] classes = new Class<?>[count + 1];
        Throwable[] all = new Throwable[count + 1];
        for (int i = 0; i < count; i++) {
            classes[i] = failed[i];
            all[i] = reasons[i];
        }
        String message = cause.getMessage();
        String text = "Exception " + Machine.className(Machine.classOfObject(cause))
                + (message == null ? "" : ": " + message) + " [in thread \"main\"]";
        Throwable reason = new ExceptionInInitializerError(text);
        reason.setStackTrace(cause.getStackTrace());
        classes[count] = c;
        all[count] = reason;
        failed = classes;
        reasons = all;
    }

    static void initializationFailed(Class<?> c) {
        Error error = new NoClassDefFoundError("Could not initialize class " + Machine.className(c));
        for (int i = 0; i < failed.length; i++) {
            if (failed[i] == c) {
                error.initCause(reasons[i]);
                break;
            }
        }
        throw error;
    }

    /** Arrays of arrays; every length is checked before anything is made. */
    static Object newArrays(Class<?> c, int[] lengths) {
        for (int length : lengths) {
            if (length < 0) {
                length(length);
            }
        }
        return newArrays(c, lengths, 0);
    }

    private static Object newArrays(Class<?> c, int[] lengths, int at) {
        Class<?> element = Machine.classElement(c);
        Object array = Machine.newArrayOf(element, lengths[at]);
        if (at + 1 < lengths.length) {
            Object[] arrays = (Object[]) array;
            for (int i = 0; i < arrays.length; i++) {
                arrays[i] = newArrays(element, lengths, at + 1);
            }
        }
        return array;
    }
}
