import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.ref.Reference;
import java.lang.reflect.Field;
import java.security.AccessController;
import java.security.PrivilegedAction;
import java.security.PrivilegedExceptionAction;
import java.util.List;
import jdk.internal.misc.VM;

/** More methods of the JDK that have models: handles from reflection, and the way a program ends. */
public class Natives2 {
    static int shared = 4;
    private int own = 5;

    public Natives2() {}

    String named(String text) {
        return text + own;
    }

    private static void handles() throws Throwable {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        Natives2 object = new Natives2();
        Field own = Natives2.class.getDeclaredField("own");
        MethodHandle get = lookup.unreflectGetter(own);
        MethodHandle set = lookup.unreflectSetter(own);
        set.invokeExact(object, 9);
        System.out.println((int) get.invokeExact(object));
        lookup.findStaticSetter(Natives2.class, "shared", int.class).invokeExact(6);
        System.out.println(shared);
        MethodHandle make = lookup.unreflectConstructor(Natives2.class.getConstructor());
        System.out.println(((Natives2) make.invokeExact()).own);
        MethodType type = MethodType.methodType(String.class, String.class);
        MethodHandle named = lookup.bind(object, "named", type);
        System.out.println((String) named.invokeExact("bound"));
        MethodHandle dropped = MethodHandles.dropArguments(named, 1, List.of(int.class));
        System.out.println((String) dropped.invokeExact("dropped", 3));
        System.out.println(named.isVarargsCollector() + " " + (named.asFixedArity() == named));
    }

    @SuppressWarnings("removal")
    private static void surroundings() throws Exception {
        PrivilegedAction<String> action = () -> "action";
        PrivilegedExceptionAction<String> other = () -> "other";
        System.out.println(AccessController.doPrivileged(action, null) + AccessController.doPrivileged(other, null));
        Reference.reachabilityFence(action);
        System.out.println(VM.isBooted() + " " + VM.initLevel() + " " + (VM.maxDirectMemory() > 0));
        System.out.println(jdk.internal.misc.Unsafe.getUnsafe().pageSize() > 0);
    }

    public static void main(String[] arguments) throws Throwable {
        handles();
        surroundings();
        Runtime.getRuntime().exit(9);
    }
}
