package wayfarer.java.lang.invoke;

import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import wayfarer.Machine;
import wayfarer.Variables;

/** Variable handles of {@link java.lang.invoke.MethodHandles}. */
public final class MethodHandles {
    private MethodHandles() {}

    public static VarHandle arrayElementVarHandle(Class<?> array) {
        Class<?> element = array.getComponentType();
        if (element == null) {
            throw new IllegalArgumentException("not an array type: " + array.getName());
        }
        return (VarHandle) Variables.handle(null, 0, Variables.shift(element), 0);
    }

    public static VarHandle byteArrayViewVarHandle(Class<?> array, ByteOrder order) {
        return (VarHandle) Variables.handle(null, 0, -1, order == ByteOrder.BIG_ENDIAN ? 1 : 0);
    }

    public static java.lang.invoke.MethodHandles.Lookup privateLookupIn(Class<?> target, java.lang.invoke.MethodHandles.Lookup caller) {
        return caller;
    }

    public static final class Lookup {
        private Lookup() {}

        public static VarHandle findVarHandle(java.lang.invoke.MethodHandles.Lookup self, Class<?> in, String name, Class<?> type)
                throws NoSuchFieldException {
            for (Class<?> c = in; c != null; c = Machine.classSuper(c)) {
                long offset = Machine.fieldOffset(c, name);
                if (offset >= 0) {
                    return (VarHandle) Variables.handle(null, offset, 0, 0);
                }
            }
            throw new NoSuchFieldException("no such field: " + in.getName() + "." + name + "/" + type.getName());
        }

        public static VarHandle findStaticVarHandle(java.lang.invoke.MethodHandles.Lookup self, Class<?> in, String name, Class<?> type)
                throws NoSuchFieldException {
            Machine.initialise(in);
            long offset = Machine.fieldOffset(in, name);
            if (offset < 0) {
                throw new NoSuchFieldException("no such field: " + in.getName() + "." + name + "/" + type.getName());
            }
            return (VarHandle) Variables.handle(Machine.classStatics(in), offset, 0, 0);
        }
    }
}
