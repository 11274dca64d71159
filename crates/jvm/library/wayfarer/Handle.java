package wayfarer;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.lang.invoke.WrongMethodTypeException;

/** What a method handle does with its arguments, which are boxed. */
public interface Handle {
    Object call(Object[] arguments) throws Throwable;

    /** A method handle; see `dynamic/variable.rs`. */
    static MethodHandle of(MethodType type, Handle implementation) {
        Class<?> c = Machine.classFind("wayfarer.DirectHandle");
        Object handle = Machine.newInstance(c);
        Machine.storeReference(handle, Machine.fieldOffset(MethodHandle.class, "type"), type);
        Machine.storeReference(handle, Machine.fieldOffset(c, "implementation"), implementation);
        return (MethodHandle) handle;
    }

    static Handle in(MethodHandle handle) {
        Class<?> c = Machine.classFind("wayfarer.DirectHandle");
        if (Machine.classOfObject(handle) != c) Machine.unsupportedText("a method handle of ".concat(Machine.className(Machine.classOfObject(handle))));
        return (Handle) Machine.loadReference(handle, Machine.fieldOffset(c, "implementation"));
    }

    /** A handle of a method that a class declares, called as its kind of invocation has it. */
    static MethodHandle method(MethodType type, Class<?> c, int slot, boolean hasReceiver, int modifiers) {
        Handle handle = arguments -> {
            if (!hasReceiver) return Machine.invokeMethod(c, slot, null, arguments);
            java.util.Objects.requireNonNull(arguments[0]);
            return Machine.invokeMethod(c, slot, arguments[0], java.util.Arrays.copyOfRange(arguments, 1, arguments.length));
        };
        return of(type, (modifiers & VARARGS) == 0 ? handle : new Spreading(handle));
    }

    int VARARGS = 0x80;

    /** Of a method with a variable number of arguments: only calls with an array are supported. */
    final class Spreading implements Handle {
        private final Handle handle;

        Spreading(Handle handle) {
            this.handle = handle;
        }

        @Override public Object call(Object[] arguments) throws Throwable {
            return handle.call(arguments);
        }
    }

    /** A call of `invoke` or `invokeExact`, by the front end: the descriptor is that of the call. */
    static Object call(Object handle, Object[] arguments, String descriptor, int exact) throws Throwable {
        MethodHandle own = (MethodHandle) handle;
        MethodType type = own.type();
        if (type.toMethodDescriptorString().equals(descriptor)) return in(own).call(arguments);
        MethodType asked = MethodType.fromMethodDescriptorString(descriptor, null);
        if (exact != 0) {
            throw new WrongMethodTypeException(Machine.javaVersion().compareTo("22") < 0
                    ? "expected " + type + " but found " + asked : "handle's method type " + type + " but found " + asked);
        }
        return in(as(own, asked)).call(arguments);
    }

    /** A handle of another type whose arguments and result are converted. */
    static MethodHandle as(MethodHandle handle, MethodType to) {
        MethodType from = handle.type();
        if (from.equals(to)) return handle;
        if (in(handle) instanceof Spreading) Machine.unsupportedText("a method handle with a variable number of arguments");
        boolean fits = from.parameterCount() == to.parameterCount() && converts(from.returnType(), to.returnType());
        for (int i = 0; fits && i < to.parameterCount(); i++) fits = converts(to.parameterType(i), from.parameterType(i));
        if (!fits) throw new WrongMethodTypeException("cannot convert " + handle + " to " + to);
        Handle own = in(handle);
        return of(to, arguments -> {
            Object[] converted = new Object[arguments.length];
            for (int i = 0; i < arguments.length; i++) converted[i] = convert(arguments[i], to.parameterType(i), from.parameterType(i));
            return convert(own.call(converted), from.returnType(), to.returnType());
        });
    }

    private static boolean converts(Class<?> from, Class<?> to) {
        return wayfarer.java.lang.invoke.MethodType.canConvert(from, to);
    }

    private static Object convert(Object value, Class<?> from, Class<?> to) {
        if (to == void.class) return null;
        if (to.isPrimitive()) {
            if (from == void.class) return Members.widened(to == boolean.class ? (Object) false : to == char.class ? (Object) (char) 0 : (Object) (byte) 0, to);
            Object converted = Members.widened(java.util.Objects.requireNonNull(value), to);
            if (converted == null) throw new ClassCastException("Cannot cast " + value.getClass().getName() + " to " + MethodType.methodType(to).wrap().returnType().getName());
            return converted;
        }
        return to.isInterface() ? value : to.cast(value);
    }
}
