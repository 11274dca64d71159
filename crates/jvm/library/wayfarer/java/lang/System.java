package wayfarer.java.lang;

import wayfarer.Host;
import wayfarer.Input;
import wayfarer.Machine;
import wayfarer.Output;

/** Natives of {@link java.lang.System}; the phases of the JDK's own start are not run. */
public final class System {
    private System() {}

    private static java.util.Properties properties;
    private static java.util.Map<java.lang.String, java.lang.String> changed;

    /** The original, which gives the JDK's packages access to each other. */
    private static native void setJavaLangAccess();

    public static void giveAccess() {
        setJavaLangAccess();
    }

    public static void __clinit__() {
        java.lang.Class<?> self = java.lang.System.class;
        setStatic("out", Output.of(1));
        setStatic("err", Output.of(2));
        setStatic("in", Machine.newInstance(Input.class));
    }

    private static void setStatic(java.lang.String field, java.lang.Object value) {
        java.lang.Class<?> c = java.lang.System.class;
        Machine.storeReference(Machine.classStatics(c), Machine.fieldOffset(c, field), value);
    }

    public static void registerNatives() {}

    public static void setIn0(java.io.InputStream in) {
        setStatic("in", in);
    }

    public static void setOut0(java.io.PrintStream out) {
        setStatic("out", out);
    }

    public static void setErr0(java.io.PrintStream err) {
        setStatic("err", err);
    }

    public static void arraycopy(java.lang.Object from, int at, java.lang.Object to, int toAt, int length) {
        if (from == null || to == null) throw new java.lang.NullPointerException();
        java.lang.Class<?> source = Machine.classOfObject(from), target = Machine.classOfObject(to);
        java.lang.Class<?> element = Machine.classElement(source), targetElement = Machine.classElement(target);
        if (element != targetElement) checkTypes(source, element, target, targetElement);
        else if (element == null) throw new ArrayStoreException("arraycopy: source type " + Machine.className(source) + " is not an array");
        int available = Machine.arrayLength(from), room = Machine.arrayLength(to);
        if (at < 0 || toAt < 0 || length < 0 || at > available - length || toAt > room - length) {
            throw new ArrayIndexOutOfBoundsException(bounds(at, toAt, length, available, room, source, target));
        }
        if (element != targetElement && Machine.classIsAssignable(targetElement, element) == 0) {
            copyChecked((java.lang.Object[]) from, at, (java.lang.Object[]) to, toAt, length, source, target);
        } else if (length > 0) {
            Machine.arrayCopy(from, at, to, toAt, length);
        }
    }

    private static void checkTypes(java.lang.Class<?> source, java.lang.Class<?> element, java.lang.Class<?> target, java.lang.Class<?> targetElement) {
        if (element == null) throw new ArrayStoreException("arraycopy: source type " + Machine.className(source) + " is not an array");
        if (targetElement == null) throw new ArrayStoreException("arraycopy: destination type " + Machine.className(target) + " is not an array");
        boolean primitive = element.isPrimitive(), targetPrimitive = targetElement.isPrimitive();
        if (!primitive && !targetPrimitive) return;
        java.lang.String from = primitive ? Machine.className(element) + "[]" : "object array[]";
        java.lang.String to = targetPrimitive ? Machine.className(targetElement) + "[]" : "object array[]";
        throw new ArrayStoreException("arraycopy: type mismatch: can not copy " + from + " into " + to);
    }

    private static java.lang.String bounds(int at, int toAt, int length, int available, int room, java.lang.Class<?> source, java.lang.Class<?> target) {
        if (at < 0) return "arraycopy: source index " + at + " out of bounds for " + kind(source, available);
        if (toAt < 0) return "arraycopy: destination index " + toAt + " out of bounds for " + kind(target, room);
        if (length < 0) return "arraycopy: length " + length + " is negative";
        if (at > available - length) return "arraycopy: last source index " + java.lang.Integer.toUnsignedString(at + length) + " out of bounds for " + kind(source, available);
        return "arraycopy: last destination index " + java.lang.Integer.toUnsignedString(toAt + length) + " out of bounds for " + kind(target, room);
    }

    private static java.lang.String kind(java.lang.Class<?> array, int length) {
        java.lang.Class<?> element = Machine.classElement(array);
        return (element.isPrimitive() ? Machine.className(element) : "object array") + "[" + length + "]";
    }

    private static void copyChecked(java.lang.Object[] from, int at, java.lang.Object[] to, int toAt, int length, java.lang.Class<?> source, java.lang.Class<?> target) {
        java.lang.Class<?> wanted = Machine.classElement(target);
        for (int i = 0; i < length; i++) {
            java.lang.Object value = from[at + i];
            if (value != null && Machine.classIsInstance(wanted, value) == 0) {
                throw new ArrayStoreException("arraycopy: element type mismatch: can not cast one of the elements of "
                        + name(source) + " to the type of the destination array, " + Machine.className(wanted));
            }
            to[toAt + i] = value;
        }
    }

    private static java.lang.String name(java.lang.Class<?> array) {
        java.lang.Class<?> element = Machine.classElement(array);
        return (element == null ? Machine.className(array) : name(element) + (element == array ? "" : "[]"));
    }

    public static int identityHashCode(java.lang.Object object) {
        return object == null ? 0 : Machine.identityHash(object);
    }

    public static long currentTimeMillis() {
        return Host.millis();
    }

    public static long nanoTime() {
        return Host.nanos();
    }

    public static void exit(int status) {
        Machine.exit(status);
    }

    public static void gc() {}

    public static void loadLibrary(java.lang.String name) {}

    /** Variables of the environment that most systems have. */
    private static final java.lang.String[] USUAL = {"HOME", "PATH", "USER", "LOGNAME", "SHELL", "PWD", "LANG", "TERM", "TMPDIR", "JAVA_HOME", "HOSTNAME"};

    /** The variables of the environment that are the program's: none, unless it is run; in other surroundings the usual ones. */
    public static java.lang.String getenv(java.lang.String name) {
        java.lang.String value = variables().get(java.util.Objects.requireNonNull(name));
        if (value != null || !contains(USUAL, name)) return value;
        int surroundings = Machine.surroundings();
        return surroundings == 0 ? null : elsewhere(surroundings);
    }

    public static java.util.Map<java.lang.String, java.lang.String> getenv() {
        int surroundings = Machine.surroundings();
        if (surroundings == 0) return variables();
        java.util.Map<java.lang.String, java.lang.String> all = new java.util.HashMap<>(variables());
        for (java.lang.String name : USUAL) all.putIfAbsent(name, elsewhere(surroundings));
        return java.util.Collections.unmodifiableMap(all);
    }

    private static boolean contains(java.lang.String[] all, java.lang.String wanted) {
        for (java.lang.String one : all) if (one.equals(wanted)) return true;
        return false;
    }

    private static java.lang.String elsewhere(int surroundings) {
        return surroundings == 1 ? "/elsewhere" : "/another/place";
    }

    private static java.util.Map<java.lang.String, java.lang.String> environment;

    private static java.util.Map<java.lang.String, java.lang.String> variables() {
        if (environment == null) {
            java.util.Map<java.lang.String, java.lang.String> all = new java.util.HashMap<>();
            byte[] variable;
            for (int i = 0; (variable = Machine.inputBytes(0, i)) != null; i++) {
                java.lang.String text = new java.lang.String(variable);
                int end = text.indexOf('=', 1);
                all.put(text.substring(0, end), text.substring(end + 1));
            }
            environment = java.util.Collections.unmodifiableMap(all);
        }
        return environment;
    }

    public static SecurityManager getSecurityManager() {
        return null;
    }

    public static java.lang.String lineSeparator() {
        return "\n";
    }

    public static java.lang.String getProperty(java.lang.String key) {
        if (key == null) throw new java.lang.NullPointerException("key can't be null");
        if (key.isEmpty()) throw new IllegalArgumentException("key can't be empty");
        if (setHere != null && setHere.contains(key)) return properties.getProperty(key);
        if (!contains(EVERYWHERE, key)) Machine.propertyOfMachine();
        if (properties != null) return properties.getProperty(key);
        if (contains(EVERYWHERE, key)) return initial(key);
        if (contains(KEYS, key)) {
            int surroundings = Machine.surroundings();
            if (surroundings != 0) return elsewhere(key, surroundings == 1);
        }
        return initial(key);
    }

    /** Properties whose values are the same on other machines. */
    private static final java.lang.String[] EVERYWHERE = {"line.separator", "file.separator", "path.separator", "os.name", "os.arch",
        "java.specification.version", "java.class.version", "file.encoding", "native.encoding", "sun.jnu.encoding"};

    /** What they may be on two others. */
    private static java.lang.String elsewhere(java.lang.String key, boolean first) {
        switch (key) {
            case "user.name": return first ? "root" : "somebody";
            case "user.language": return first ? "de" : "fr";
            case "user.country": return first ? "DE" : "FR";
            case "user.timezone": return first ? "Europe/Berlin" : "America/New_York";
            case "os.version": return first ? "6.1.0-37-amd64" : "5.15";
            case "java.version": return Machine.javaVersion() + (first ? ".0.15" : ".0.2");
            case "java.vm.name": return first ? "OpenJDK 64-Bit Server VM" : "Java HotSpot(TM) 64-Bit Server VM";
            case "java.vendor": return first ? "Debian" : "Oracle Corporation";
            default: return elsewhere(first ? 1 : 2);
        }
    }

    public static java.lang.String getProperty(java.lang.String key, java.lang.String otherwise) {
        java.lang.String value = getProperty(key);
        return value == null ? otherwise : value;
    }

    public static java.lang.String setProperty(java.lang.String key, java.lang.String value) {
        java.lang.Object before = all().setProperty(key, value);
        setHere.add(key);
        return (java.lang.String) before;
    }

    public static java.lang.String clearProperty(java.lang.String key) {
        java.lang.Object before = all().remove(key);
        setHere.add(key);
        return (java.lang.String) before;
    }

    public static java.util.Properties getProperties() {
        Machine.propertyOfMachine();
        return all();
    }

    /** Keys of those that the program has set or cleared. */
    private static java.util.HashSet<java.lang.String> setHere;

    private static java.util.Properties all() {
        if (setHere == null) setHere = new java.util.HashSet<>();
        if (properties == null) {
            java.util.Properties all = new java.util.Properties();
            for (java.lang.String key : KEYS) all.setProperty(key, initial(key));
            properties = all;
        }
        return properties;
    }

    private static final java.lang.String[] KEYS = {"line.separator", "file.separator", "path.separator", "file.encoding", "native.encoding", "sun.jnu.encoding",
        "user.dir", "user.home", "user.name", "user.language", "user.country", "java.io.tmpdir", "os.name", "os.arch", "os.version", "java.version",
        "java.specification.version", "java.vm.name", "java.vendor", "java.class.version", "java.home", "java.class.path", "user.timezone"};

    /** Properties every program finds, the same on every machine; `suite/runtime/replay/Surroundings.java` has them, too. */
    private static java.lang.String initial(java.lang.String key) {
        switch (key) {
            case "line.separator": return "\n";
            case "file.separator": return "/";
            case "path.separator": return ":";
            case "file.encoding": case "native.encoding": case "sun.jnu.encoding": return "UTF-8";
            case "user.dir": case "user.home": return "/home/user";
            case "user.name": return "user";
            case "user.language": return "en";
            case "user.country": return "US";
            case "java.io.tmpdir": return "/tmp";
            case "os.name": return "Linux";
            case "os.arch": return "amd64";
            case "os.version": return "6";
            case "java.version": case "java.specification.version": return Machine.javaVersion();
            case "java.vm.name": return "Wayfarer";
            case "java.vendor": return "";
            case "java.class.version": return (44 + java.lang.Integer.parseInt(Machine.javaVersion())) + ".0";
            case "java.home": return "/jdk";
            case "java.class.path": return "";
            case "user.timezone": return "UTC";
            default: return null;
        }
    }
}
