package wayfarer.java.lang.invoke;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.ByteOrder;
import wayfarer.ClassFile;
import wayfarer.FieldAccess;
import wayfarer.Handle;
import wayfarer.Machine;
import wayfarer.Members;
import wayfarer.Variables;

/** Variable handles and method handles of {@link java.lang.invoke.MethodHandles}. */
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

    public static MethodHandle insertArguments(MethodHandle target, int at, Object[] values) {
        MethodType type = target.type();
        Object[] given = new Object[values.length];
        for (int i = 0; i < values.length; i++) {
            Class<?> to = type.parameterType(at + i);
            given[i] = to.isPrimitive() ? Members.widened(java.util.Objects.requireNonNull(values[i]), to) : to.cast(values[i]);
            if (given[i] == null && to.isPrimitive()) throw new ClassCastException(values[i].getClass().getName());
        }
        Handle own = Handle.in(target);
        return Handle.of(type.dropParameterTypes(at, at + values.length), arguments -> {
            Object[] all = new Object[arguments.length + given.length];
            System.arraycopy(arguments, 0, all, 0, at);
            System.arraycopy(given, 0, all, at, given.length);
            System.arraycopy(arguments, at, all, at + given.length, arguments.length - at);
            return own.call(all);
        });
    }

    public static MethodHandle dropArguments(MethodHandle target, int at, Class<?>[] types) {
        Handle own = Handle.in(target);
        return Handle.of(target.type().insertParameterTypes(at, types), arguments -> {
            Object[] all = new Object[arguments.length - types.length];
            System.arraycopy(arguments, 0, all, 0, at);
            System.arraycopy(arguments, at + types.length, all, at, all.length - at);
            return own.call(all);
        });
    }

    public static MethodHandle dropArguments(MethodHandle target, int at, java.util.List<Class<?>> types) {
        return dropArguments(target, at, types.toArray(new Class<?>[0]));
    }

    public static MethodHandle filterReturnValue(MethodHandle target, MethodHandle filter) {
        MethodType type = target.type();
        Class<?> from = type.returnType();
        MethodType wanted = from == void.class ? MethodType.methodType(filter.type().returnType()) : MethodType.methodType(filter.type().returnType(), from);
        if (!filter.type().equals(wanted)) throw new IllegalArgumentException("target and filter types do not match: " + type + ", " + filter.type());
        Handle own = Handle.in(target), then = Handle.in(filter);
        return Handle.of(type.changeReturnType(filter.type().returnType()), arguments -> {
            Object result = own.call(arguments);
            return then.call(from == void.class ? new Object[0] : new Object[] {result});
        });
    }

    public static MethodHandle constant(Class<?> type, Object value) {
        if (type == void.class) throw new IllegalArgumentException("void type");
        return insertArguments(identity(type), 0, new Object[] {value});
    }

    public static MethodHandle identity(Class<?> type) {
        if (type == void.class) Machine.unsupportedText("MethodHandles.identity(void.class)");
        return Handle.of(MethodType.methodType(type, type), arguments -> arguments[0]);
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
            Machine.initialise(java.util.Objects.requireNonNull(in));
            long offset = Machine.fieldOffset(in, name);
            if (offset < 0) {
                throw new NoSuchFieldException("no such field: " + in.getName() + "." + name + "/" + type.getName());
            }
            return (VarHandle) Variables.handle(Machine.classStatics(in), offset, 0, 0);
        }

        private static final int STATIC = 6, VIRTUAL = 5, SPECIAL = 7;

        /** The method of that name and type in a class or what it inherits from, or null. */
        private static MethodHandle find(Class<?> c, String name, MethodType type, int kind, Class<?> asked) {
            ClassFile file = ClassFile.of(c);
            if (file == null && c != Object.class) Machine.unsupportedText("a method handle of a method of ".concat(Machine.className(c)));
            String descriptor = type.toMethodDescriptorString();
            int[] places = file.methods();
            for (int slot = 0; slot < places.length; slot++) {
                int at = places[slot], access = file.u2(at);
                if (!file.name(at).equals(name) || !file.descriptor(at).equals(descriptor) || Modifier.isStatic(access) != (kind == STATIC)) continue;
                MethodType whole = kind == STATIC ? type : type.insertParameterTypes(0, asked);
                return Handle.method(whole, c, kind == SPECIAL ? slot | NOT_VIRTUAL : slot, kind != STATIC, access);
            }
            Class<?> up = Machine.classSuper(c);
            MethodHandle found = up == null ? null : find(up, name, type, kind, asked);
            for (Class<?> i : c.getInterfaces()) if (found == null && kind != STATIC) found = find(i, name, type, kind, asked);
            return found == null && up == null && c != Object.class && kind == VIRTUAL ? find(Object.class, name, type, kind, asked) : found;
        }

        /** Flag of a method's number: it is called as it is, whatever overrides it. */
        private static final int NOT_VIRTUAL = 1 << 16;

        private static MethodHandle found(Class<?> c, String name, MethodType type, int kind, Class<?> asked) throws NoSuchMethodException {
            if (name.startsWith("<")) throw new NoSuchMethodException("illegal method name: " + name);
            MethodHandle handle = find(java.util.Objects.requireNonNull(c), name, java.util.Objects.requireNonNull(type), kind, asked);
            String how = kind == STATIC ? "/invokeStatic" : kind == SPECIAL ? "/invokeSpecial" : c.isInterface() ? "/invokeInterface" : "/invokeVirtual";
            if (handle == null) throw new NoSuchMethodException("no such method: " + c.getName() + "." + name + type + how);
            return handle;
        }

        public static MethodHandle findVirtual(java.lang.invoke.MethodHandles.Lookup self, Class<?> c, String name, MethodType type) throws NoSuchMethodException {
            return found(c, name, type, VIRTUAL, c);
        }

        public static MethodHandle findStatic(java.lang.invoke.MethodHandles.Lookup self, Class<?> c, String name, MethodType type) throws NoSuchMethodException {
            return found(c, name, type, STATIC, c);
        }

        public static MethodHandle findSpecial(java.lang.invoke.MethodHandles.Lookup self, Class<?> c, String name, MethodType type, Class<?> caller) throws NoSuchMethodException {
            return found(c, name, type, SPECIAL, caller);
        }

        public static MethodHandle bind(java.lang.invoke.MethodHandles.Lookup self, Object receiver, String name, MethodType type) throws NoSuchMethodException {
            return found(receiver.getClass(), name, type, VIRTUAL, receiver.getClass()).bindTo(receiver);
        }

        public static MethodHandle findConstructor(java.lang.invoke.MethodHandles.Lookup self, Class<?> c, MethodType type) throws NoSuchMethodException {
            ClassFile file = ClassFile.of(java.util.Objects.requireNonNull(c));
            int[] places = file == null ? new int[0] : file.methods();
            for (int slot = 0; slot < places.length; slot++) {
                if (!file.name(places[slot]).equals("<init>") || !file.descriptor(places[slot]).equals(type.toMethodDescriptorString())) continue;
                return Handle.method(type.changeReturnType(c), c, slot, false, file.u2(places[slot]));
            }
            throw new NoSuchMethodException("no such constructor: " + c.getName() + ".<init>" + type + "/newInvokeSpecial");
        }

        public static MethodHandle unreflect(java.lang.invoke.MethodHandles.Lookup self, Method method) throws NoSuchMethodException {
            MethodType type = MethodType.methodType(method.getReturnType(), method.getParameterTypes());
            int kind = Modifier.isStatic(method.getModifiers()) ? STATIC : VIRTUAL;
            return found(method.getDeclaringClass(), method.getName(), type, kind, method.getDeclaringClass());
        }

        public static MethodHandle unreflectConstructor(java.lang.invoke.MethodHandles.Lookup self, Constructor<?> constructor) throws NoSuchMethodException {
            return findConstructor(self, constructor.getDeclaringClass(), MethodType.methodType(void.class, constructor.getParameterTypes()));
        }

        private static Field field(Class<?> c, String name, Class<?> type, boolean isStatic) throws NoSuchFieldException {
            for (Class<?> in = c; in != null; in = in.getSuperclass()) {
                for (Field field : Members.fields(in, false)) {
                    if (field.getName().equals(name) && field.getType() == type && Modifier.isStatic(field.getModifiers()) == isStatic) return field;
                }
            }
            throw new NoSuchFieldException("no such field: " + c.getName() + "." + name + "/" + type.getName() + (isStatic ? "/getStatic" : "/getField"));
        }

        private static MethodHandle getter(Field field) {
            FieldAccess access = new FieldAccess(field, false);
            if (Modifier.isStatic(field.getModifiers())) return Handle.of(MethodType.methodType(field.getType()), arguments -> access.get(null));
            return Handle.of(MethodType.methodType(field.getType(), field.getDeclaringClass()), arguments -> access.get(arguments[0]));
        }

        private static MethodHandle setter(Field field) throws IllegalAccessException {
            if (Modifier.isFinal(field.getModifiers())) throw new IllegalAccessException("final field has no write access: " + field);
            FieldAccess access = new FieldAccess(field, false);
            if (Modifier.isStatic(field.getModifiers())) {
                return Handle.of(MethodType.methodType(void.class, field.getType()), arguments -> {
                    access.set(null, arguments[0]);
                    return null;
                });
            }
            return Handle.of(MethodType.methodType(void.class, field.getDeclaringClass(), field.getType()), arguments -> {
                access.set(arguments[0], arguments[1]);
                return null;
            });
        }

        public static MethodHandle findGetter(java.lang.invoke.MethodHandles.Lookup self, Class<?> c, String name, Class<?> type) throws NoSuchFieldException {
            return getter(field(c, name, type, false));
        }

        public static MethodHandle findStaticGetter(java.lang.invoke.MethodHandles.Lookup self, Class<?> c, String name, Class<?> type) throws NoSuchFieldException {
            return getter(field(c, name, type, true));
        }

        public static MethodHandle findSetter(java.lang.invoke.MethodHandles.Lookup self, Class<?> c, String name, Class<?> type) throws NoSuchFieldException, IllegalAccessException {
            return setter(field(c, name, type, false));
        }

        public static MethodHandle findStaticSetter(java.lang.invoke.MethodHandles.Lookup self, Class<?> c, String name, Class<?> type) throws NoSuchFieldException, IllegalAccessException {
            return setter(field(c, name, type, true));
        }

        public static MethodHandle unreflectGetter(java.lang.invoke.MethodHandles.Lookup self, Field field) {
            return getter(field);
        }

        public static MethodHandle unreflectSetter(java.lang.invoke.MethodHandles.Lookup self, Field field) throws IllegalAccessException {
            return setter(field);
        }
    }
}
