package wayfarer.java.lang.invoke;

import java.lang.invoke.MethodType;
import wayfarer.Handle;
import wayfarer.Machine;

/** Method handles that the models made: {@link java.lang.invoke.MethodHandle}. */
public final class MethodHandle {
    private MethodHandle() {}

    public static java.lang.invoke.MethodHandle asType(java.lang.invoke.MethodHandle self, MethodType to) {
        return Handle.as(self, to);
    }

    public static Object invokeWithArguments(java.lang.invoke.MethodHandle self, Object[] arguments) throws Throwable {
        Object[] given = arguments == null ? new Object[0] : arguments;
        return Handle.in(Handle.as(self, MethodType.genericMethodType(given.length))).call(given);
    }

    public static java.lang.invoke.MethodHandle bindTo(java.lang.invoke.MethodHandle self, Object first) {
        return MethodHandles.insertArguments(self, 0, new Object[] {self.type().parameterType(0).cast(first)});
    }

    public static java.lang.invoke.MethodHandle asFixedArity(java.lang.invoke.MethodHandle self) {
        return self;
    }

    public static boolean isVarargsCollector(java.lang.invoke.MethodHandle self) {
        return false;
    }

    private static java.lang.invoke.MethodHandle no(String what) {
        Machine.unsupportedText("MethodHandle.".concat(what));
        return null;
    }

    public static java.lang.invoke.MethodHandle asSpreader(java.lang.invoke.MethodHandle self, Class<?> array, int count) {
        return no("asSpreader");
    }

    public static java.lang.invoke.MethodHandle asSpreader(java.lang.invoke.MethodHandle self, int at, Class<?> array, int count) {
        return no("asSpreader");
    }

    public static java.lang.invoke.MethodHandle asCollector(java.lang.invoke.MethodHandle self, Class<?> array, int count) {
        return no("asCollector");
    }

    public static java.lang.invoke.MethodHandle asCollector(java.lang.invoke.MethodHandle self, int at, Class<?> array, int count) {
        return no("asCollector");
    }

    public static java.lang.invoke.MethodHandle asVarargsCollector(java.lang.invoke.MethodHandle self, Class<?> array) {
        return no("asVarargsCollector");
    }

    public static java.lang.invoke.MethodHandle withVarargs(java.lang.invoke.MethodHandle self, boolean on) {
        return no("withVarargs");
    }

    /** What the JDK's other combinators begin with. */
    public static java.lang.invoke.MethodHandle rebind(java.lang.invoke.MethodHandle self) {
        return no("rebind");
    }
}
