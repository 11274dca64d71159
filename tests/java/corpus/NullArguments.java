import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.util.ServiceLoader;

/** Natives that are given null throw what the JVM throws, which a program may catch. */
public class NullArguments {
    interface Action {
        Object run() throws Throwable;
    }

    static void show(Action action) {
        try {
            System.out.println(action.run());
        } catch (Throwable e) {
            System.out.println(e);
        }
    }

    /** Only the class: who checks an argument first is the JDK's own business. */
    static void name(Action action) {
        try {
            System.out.println(action.run());
        } catch (Throwable e) {
            System.out.println(e.getClass());
        }
    }

    static <T> T nothing(Class<T> of) {
        return null;
    }

    public static void main(String[] args) {
        Class<?> c = nothing(Class.class);
        Object array = nothing(Object.class);
        int[] lengths = nothing(int[].class);
        String text = nothing(String.class);
        show(() -> Array.getLength(array));
        show(() -> Array.getLength("text"));
        show(() -> Array.newInstance(c, 1));
        show(() -> Array.newInstance(c, -1));
        show(() -> Array.newInstance(c, 1, 2));
        show(() -> Array.newInstance(c, -1, 2));
        show(() -> Array.newInstance(c, lengths));
        show(() -> Array.newInstance(int.class, lengths));
        show(() -> Array.newInstance(c, new int[0]));
        show(() -> Array.newInstance(int.class, new int[0]));
        show(() -> Array.newInstance(int.class, 1, -2));
        show(() -> Array.newInstance(void.class, 1, 2));
        show(() -> Array.get(array, 0));
        show(() -> Array.getInt(array, 0));
        show(() -> { Array.setInt(array, 0, 1); return 0; });
        show(() -> { Array.set(array, 0, null); return 0; });
        show(() -> { Array.set(new int[1], 0, null); return 0; });
        show(() -> Class.forName(text));
        show(() -> String.class.isAssignableFrom(c));
        name(() -> ServiceLoader.load(c));
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        MethodType type = MethodType.methodType(void.class);
        name(() -> lookup.findStatic(c, "main", type));
        name(() -> lookup.findVirtual(c, "run", type));
        name(() -> lookup.findVirtual(Action.class, "run", nothing(MethodType.class)));
        name(() -> lookup.findConstructor(c, type));
        name(() -> lookup.findVarHandle(c, "x", int.class));
        name(() -> lookup.findStaticVarHandle(c, "x", int.class));
        name(() -> lookup.findGetter(c, "x", int.class));
    }
}
