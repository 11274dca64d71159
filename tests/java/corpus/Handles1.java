import java.lang.invoke.*;
import java.util.*;

/** Method handles: direct ones, bound and adapted. */
public class Handles1 {
    int field = 5;
    static String name = "n";
    Handles1() {}
    Handles1(int f) { field = f; }
    int add(int a, long b) { return field + a + (int) b; }
    static String join(String a, Object b) { return a + ":" + b; }
    static double half(double d) { return d / 2; }
    private String own() { return "own" + field; }
    static void fail() { throw new IllegalStateException("inside"); }

    static void direct() throws Throwable {
        MethodHandles.Lookup l = MethodHandles.lookup();
        MethodHandle add = l.findVirtual(Handles1.class, "add", MethodType.methodType(int.class, int.class, long.class));
        System.out.println((int) add.invokeExact(new Handles1(), 2, 3L) + " " + (int) add.invoke(new Handles1(7), 2, 3) + " " + add.type());
        MethodHandle join = l.findStatic(Handles1.class, "join", MethodType.methodType(String.class, String.class, Object.class));
        System.out.println((String) join.invokeExact("a", (Object) "b") + " " + join.invoke("x", 4) + " " + join.invokeWithArguments("p", 'q'));
        MethodHandle make = l.findConstructor(Handles1.class, MethodType.methodType(void.class, int.class));
        System.out.println(((Handles1) make.invokeExact(9)).field + " " + make.type());
        MethodHandle get = l.findGetter(Handles1.class, "field", int.class), set = l.findSetter(Handles1.class, "field", int.class);
        Handles1 h = new Handles1();
        set.invokeExact(h, 42);
        System.out.println((int) get.invokeExact(h) + " " + set.type());
        MethodHandle sget = l.findStaticGetter(Handles1.class, "name", String.class);
        System.out.println((String) sget.invokeExact());
        MethodHandle own = l.findSpecial(Handles1.class, "own", MethodType.methodType(String.class), Handles1.class);
        System.out.println((String) own.invokeExact(h));
        MethodHandle size = l.findVirtual(List.class, "size", MethodType.methodType(int.class));
        System.out.println((int) size.invoke(List.of(1, 2)) + " " + (Object) size.invoke(new ArrayList<>()));
        MethodHandle unreflected = l.unreflect(String.class.getMethod("concat", String.class));
        System.out.println((String) unreflected.invokeExact("a", "b"));
        MethodHandle fail = l.findStatic(Handles1.class, "fail", MethodType.methodType(void.class));
        try {
            fail.invokeExact();
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        for (int i = 0; i < 3; i++) {
            try {
                if (i == 0) l.findStatic(Handles1.class, "nope", MethodType.methodType(void.class));
                if (i == 1) add.invokeExact(1);
                if (i == 2) join.invoke(1);
            } catch (NoSuchMethodException | WrongMethodTypeException e) {
                System.out.println(e.getClass());
            }
        }
    }

    static void adapted() throws Throwable {
        MethodHandles.Lookup l = MethodHandles.lookup();
        MethodHandle join = l.findStatic(Handles1.class, "join", MethodType.methodType(String.class, String.class, Object.class));
        System.out.println((String) join.bindTo("bound").invoke(1) + " " + join.bindTo("b").type());
        System.out.println((Object) MethodHandles.insertArguments(join, 1, "last").invoke("first"));
        MethodHandle upper = l.findVirtual(String.class, "toUpperCase", MethodType.methodType(String.class));
        System.out.println((String) MethodHandles.filterReturnValue(join, upper).invokeExact("a", (Object) "b"));
        System.out.println((String) MethodHandles.dropArguments(join, 0, int.class).invokeExact(1, "a", (Object) "b"));
        MethodHandle half = l.findStatic(Handles1.class, "half", MethodType.methodType(double.class, double.class));
        MethodHandle boxed = half.asType(MethodType.methodType(Object.class, Integer.class));
        System.out.println(boxed.invoke(7) + " " + (Object) MethodHandles.constant(String.class, "c").invoke() + " " + (int) MethodHandles.identity(int.class).invokeExact(3));
    }

    public static void main(String[] args) throws Throwable {
        MethodType t = MethodType.methodType(void.class, int.class, String[].class);
        System.out.println(t + " " + t.parameterCount() + " " + t.toMethodDescriptorString() + " " + t.changeReturnType(int.class) + " " + t.equals(MethodType.fromMethodDescriptorString("(I[Ljava/lang/String;)V", null)) + " " + t.wrap() + " " + t.generic());
        direct();
        adapted();
    }
}
