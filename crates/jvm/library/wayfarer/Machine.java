package wayfarer;

/**
 * Operations of the machine. A method is the intrinsic of the same name in `ir/src/intrinsic.rs`
 * (`fooBar` is `foo_bar`), or one of those that the front end translates to instructions itself: the
 * memory accesses and the conversions of bits at the end.
 */
public final class Machine {
    private Machine() {}

    public static native void assume(long condition);
    public static native void exit(int status);
    public static native long concretise(long value);
    public static native int isSymbolic(long value);
    /** A function of `vm/src/math.rs` by its number there. */
    public static native double math1(int function, double x);
    public static native double math2(int function, double x, double y);
    public static native void monitorStep(int moment, Object object, long happened);

    public static native Class<?> classFromId(int id);
    public static native int classToId(Class<?> c);
    public static native Class<?> classOfObject(Object object);
    /** The class of a name such as `java.lang.String`, `[I` or `int`, or null. */
    public static native Class<?> classFind(String name);
    public static native String className(Class<?> c);
    public static native Class<?> classSuper(Class<?> c);
    public static native Class<?> classElement(Class<?> c);
    public static native Class<?> classArray(Class<?> c);
    /** 0 instantiable, 1 abstract, 2 interface, 3 enumeration, 4 array, 5 primitive. */
    public static native int classKind(Class<?> c);
    /** The interface of that number, or null. */
    public static native Class<?> classInterface(Class<?> c, int index);
    public static native int classIsAssignable(Class<?> of, Class<?> c);
    public static native int classIsInstance(Class<?> c, Object object);
    public static native Object classInitialiser(Class<?> c);
    public static native Object newInstance(Class<?> c);
    public static native Object newArrayOf(Class<?> element, int length);
    public static native Object cloneObject(Object object);
    /** The bounds and types must have been checked. */
    public static native void arrayCopy(Object from, int at, Object to, int toAt, int length);
    public static native String internString(String string);
    public static native int identityHash(Object object);

    /** Pairs of function and line, innermost first. */
    public static native int[] backtrace(Throwable exception);
    public static native String frameClass(int function);
    public static native String frameMethod(int function);
    public static native String frameFile(int function);
    public static native Class<?> callerClass(int depth);

    /** Bytes for standard output (1) or standard error (2). */
    public static native void outputArray(int descriptor, byte[] bytes, int from, int length);
    public static native int hostReadArray(byte[] bytes, int from, int length);
    /** Bytes of an environment variable (0) or of standard input where that is an input (1), or null. */
    public static native byte[] inputBytes(int what, int index);
    /** Ends the path, saying what is not supported. */
    public static native void unsupportedText(String what);
    public static native void warningText(String what);
    public static native void errorText(String kind, String message);
    public static native long inputValue(int kind, String name);
    public static native Object lazyInput(int classId, String name, int flags);
    /** Of an input that is made by calls, given by its number: see {@link Built}. */
    public static native String inputType(int reference);
    public static native int inputSize(int reference);
    public static native Object inputElement(int reference, int classId, String name, String type);
    public static native void inputMade(int reference, Object object);
    public static native void observe(int kind, long value);
    public static native void uncaught(Throwable exception, String text);
    /** Whether what the host gives is an input: 0 the clock, 1 seeds of random numbers. */
    public static native int hostIsFree(int source);
    /** As {@link #inputValue}, of what the host gives. */
    public static native long hostValue(int kind, String name);
    public static native long timeMillis();
    /** The number of the surroundings that the path runs in, for code of the program that asks for something of the machine; 0 for all other code. */
    public static native int surroundings();
    /** The code of the program asks for a property that may be another on another machine, or for another JVM. */
    public static native void propertyOfMachine();
    public static native long timeNanos();

    /** Reads memory of an object at an offset in bytes; arrays' elements start at 8. */
    public static native boolean loadBoolean(Object object, long offset);
    public static native byte loadByte(Object object, long offset);
    public static native char loadChar(Object object, long offset);
    public static native short loadShort(Object object, long offset);
    public static native int loadInt(Object object, long offset);
    public static native long loadLong(Object object, long offset);
    public static native float loadFloat(Object object, long offset);
    public static native double loadDouble(Object object, long offset);
    public static native Object loadReference(Object object, long offset);

    /** Writes memory of an object at an offset in bytes. */
    public static native void storeBoolean(Object object, long offset, boolean value);
    public static native void storeByte(Object object, long offset, byte value);
    public static native void storeChar(Object object, long offset, char value);
    public static native void storeShort(Object object, long offset, short value);
    public static native void storeInt(Object object, long offset, int value);
    public static native void storeLong(Object object, long offset, long value);
    public static native void storeFloat(Object object, long offset, float value);
    public static native void storeDouble(Object object, long offset, double value);
    public static native void storeReference(Object object, long offset, Object value);

    /** Offset of a field (a static one in the statics of its class) by name, or -1. */
    public static native long fieldOffset(Class<?> c, String name);
    /** The object that holds the static fields of a class, or null before its initialisation began. */
    public static native Object classStatics(Class<?> c);
    /** 0 before its initialisation began, 1 from then on, 2 if it failed. */
    public static native int classState(int id);
    /** Access flags of its source. */
    public static native int classModifiers(Class<?> c);
    /** 1 for a class of the program under test. */
    public static native int classIsUser(Class<?> c);
    /** Contents of the class file, or null if there is none. */
    public static native byte[] classFile(Class<?> c);
    /**
     * Calls a method by its number among those its class declares; arguments are boxes of exactly the
     * primitive types of parameters, or objects of the right classes. A constructor gives a new object.
     */
    public static native Object invokeMethod(Class<?> c, int number, Object receiver, Object[] arguments);
    /** Feature release of the JDK, such as 17. */
    public static native String javaVersion();
    /** Text for standard output (1) or standard error (2). */
    public static native void outputText(int descriptor, String text);
    /** A number as `String.valueOf` has it; `kind` is the letter of its descriptor. */
    public static native void outputValue(int descriptor, int kind, long bits);
    public static native int arrayLength(Object array);
    /** Initialises a class unless that has happened; throws what that throws. */
    public static native void initialise(Class<?> c);

    /** Offset in a Throwable of four `int`s for its message; see `Bounds`. */
    static native long throwableDetail();
    /** What a value is under the current model, without any constraint: for what is only shown. */
    static native long modelValue(long value);

    /** The same bits as another type. */
    public static native int floatBits(float value);
    public static native float bitsFloat(int bits);
    public static native long doubleBits(double value);
    public static native double bitsDouble(long bits);

    /** As the methods of `Math`. */
    public static native double sqrt(double value);
    public static native double floor(double value);
    public static native double ceil(double value);
    public static native double rint(double value);
    public static native double fma(double a, double b, double c);
    public static native float fmaf(float a, float b, float c);
    /** IEEE remainder. */
    public static native double remainder(double x, double y);
}
