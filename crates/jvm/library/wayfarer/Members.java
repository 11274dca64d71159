package wayfarer;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.lang.reflect.RecordComponent;

/** Members of classes as reflection has them, and calls by it. */
public final class Members {
    private Members() {}

    private static void set(Object member, String field, Object value) {
        Machine.storeReference(member, offset(member, field), value);
    }

    private static void set(Object member, String field, int value) {
        Machine.storeInt(member, offset(member, field), value);
    }

    private static int get(Object member, String field) {
        return Machine.loadInt(member, offset(member, field));
    }

    private static long offset(Object member, String field) {
        return Machine.fieldOffset(Machine.classOfObject(member), field);
    }

    private static String annotations(String about) {
        return "RuntimeVisible" + about + "Annotations";
    }

    public static Field[] fields(Class<?> c, boolean publicOnly) {
        wayfarer.java.lang.Class.getReflectionFactory();
        ClassFile file = ClassFile.of(c);
        if (file == null) return new Field[0];
        int[] places = file.fields();
        Field[] all = new Field[places.length];
        int count = 0;
        for (int slot = 0; slot < places.length; slot++) {
            int at = places[slot];
            int access = file.u2(at);
            if (publicOnly && !Modifier.isPublic(access)) continue;
            Field field = (Field) Machine.newInstance(Field.class);
            set(field, "clazz", c);
            set(field, "slot", slot);
            set(field, "name", file.name(at));
            set(field, "type", ClassFile.type(file.descriptor(at)));
            set(field, "modifiers", access);
            boolean trusted = Modifier.isFinal(access) && (Modifier.isStatic(access) || c.isRecord() || c.isHidden());
            Machine.storeBoolean(field, offset(field, "trustedFinal"), trusted);
            set(field, "signature", file.signature(file.attribute(at, "Signature")));
            set(field, "annotations", file.contents(file.attribute(at, annotations(""))));
            all[count++] = field;
        }
        return java.util.Arrays.copyOf(all, count);
    }

    public static Method[] methods(Class<?> c, boolean publicOnly) {
        wayfarer.java.lang.Class.getReflectionFactory();
        ClassFile file = ClassFile.of(c);
        if (file == null) return new Method[0];
        int[] places = file.methods();
        Method[] all = new Method[places.length];
        int count = 0;
        for (int slot = 0; slot < places.length; slot++) {
            int at = places[slot];
            if (publicOnly && !Modifier.isPublic(file.u2(at)) || file.name(at).charAt(0) == '<') continue;
            all[count++] = method(c, file, slot, at);
        }
        return java.util.Arrays.copyOf(all, count);
    }

    private static Method method(Class<?> c, ClassFile file, int slot, int at) {
        Method method = (Method) Machine.newInstance(Method.class);
        set(method, "name", file.name(at));
        set(method, "returnType", ClassFile.resultType(file.descriptor(at)));
        set(method, "annotationDefault", file.contents(file.attribute(at, "AnnotationDefault")));
        fill(method, c, file, slot, at);
        return method;
    }

    private static void fill(Object executable, Class<?> c, ClassFile file, int slot, int at) {
        set(executable, "clazz", c);
        set(executable, "slot", slot);
        set(executable, "parameterTypes", ClassFile.parameterTypes(file.descriptor(at)));
        Class<?>[] exceptions = file.classes(file.attribute(at, "Exceptions"));
        set(executable, "exceptionTypes", exceptions == null ? new Class<?>[0] : exceptions);
        set(executable, "modifiers", file.u2(at));
        set(executable, "signature", file.signature(file.attribute(at, "Signature")));
        set(executable, "annotations", file.contents(file.attribute(at, annotations(""))));
        set(executable, "parameterAnnotations", file.contents(file.attribute(at, annotations("Parameter"))));
    }

    public static Constructor<?>[] constructors(Class<?> c, boolean publicOnly) {
        wayfarer.java.lang.Class.getReflectionFactory();
        ClassFile file = ClassFile.of(c);
        if (file == null || c.isInterface()) return new Constructor<?>[0];
        int[] places = file.methods();
        Constructor<?>[] all = new Constructor<?>[places.length];
        int count = 0;
        for (int slot = 0; slot < places.length; slot++) {
            int at = places[slot];
            if (publicOnly && !Modifier.isPublic(file.u2(at)) || !file.name(at).equals("<init>")) continue;
            Constructor<?> constructor = (Constructor<?>) Machine.newInstance(Constructor.class);
            fill(constructor, c, file, slot, at);
            all[count++] = constructor;
        }
        return java.util.Arrays.copyOf(all, count);
    }

    public static RecordComponent[] recordComponents(Class<?> c) {
        wayfarer.java.lang.Class.getReflectionFactory();
        ClassFile file = ClassFile.of(c);
        int at = file == null ? -1 : file.attribute("Record");
        if (at < 0) return null;
        RecordComponent[] all = new RecordComponent[file.u2(at)];
        at += 2;
        for (int i = 0; i < all.length; i++) {
            // Name, descriptor and attributes, as of a member without access flags.
            int member = at - 2;
            RecordComponent component = (RecordComponent) Machine.newInstance(RecordComponent.class);
            set(component, "clazz", c);
            set(component, "name", file.name(member));
            set(component, "type", ClassFile.type(file.descriptor(member)));
            set(component, "signature", file.signature(file.attribute(member, "Signature")));
            set(component, "annotations", file.contents(file.attribute(member, annotations(""))));
            set(component, "typeAnnotations", file.contents(file.attribute(member, annotations("Type"))));
            set(component, "accessor", accessor(c, file, file.name(member), file.descriptor(member)));
            all[i] = component;
            int count = file.u2(at + 4);
            at += 6;
            for (; count > 0; count--) at += 6 + file.s4(at + 2);
        }
        return all;
    }

    private static Method accessor(Class<?> c, ClassFile file, String name, String descriptor) {
        int[] places = file.methods();
        for (int slot = 0; slot < places.length; slot++) {
            int at = places[slot];
            if (file.name(at).equals(name) && file.descriptor(at).equals("()".concat(descriptor))) return method(c, file, slot, at);
        }
        return null;
    }

    private static int place(ClassFile file, Object executable) {
        return file.methods()[get(executable, "slot")];
    }

    public static Parameter[] parameters(java.lang.reflect.Executable executable) {
        ClassFile file = ClassFile.of(executable.getDeclaringClass());
        int at = file == null ? -1 : file.attribute(place(file, executable), "MethodParameters");
        if (at < 0) return null;
        Parameter[] all = new Parameter[file.u1(at)];
        for (int i = 0; i < all.length; i++) {
            int entry = at + 1 + 4 * i;
            Parameter parameter = (Parameter) Machine.newInstance(Parameter.class);
            set(parameter, "name", file.u2(entry) == 0 ? null : file.utf8(file.u2(entry)).intern());
            set(parameter, "modifiers", file.u2(entry + 2));
            set(parameter, "executable", executable);
            set(parameter, "index", i);
            all[i] = parameter;
        }
        return all;
    }

    public static byte[] typeAnnotations(java.lang.reflect.Executable executable) {
        ClassFile file = ClassFile.of(executable.getDeclaringClass());
        return file == null ? null : file.contents(file.attribute(place(file, executable), annotations("Type")));
    }

    public static byte[] typeAnnotations(Field field) {
        ClassFile file = ClassFile.of(field.getDeclaringClass());
        return file == null ? null : file.contents(file.attribute(file.fields()[get(field, "slot")], annotations("Type")));
    }

    private static boolean old() {
        return Machine.javaVersion().compareTo("22") < 0;
    }

    /** Calls a method as `Method.invoke` does once access was checked. */
    public static Object invoke(Method method, Object receiver, Object[] arguments) throws InvocationTargetException {
        Class<?> c = method.getDeclaringClass();
        if (Modifier.isStatic(method.getModifiers())) {
            Machine.initialise(c);
            receiver = null;
        } else if (!c.isInstance(java.util.Objects.requireNonNull(receiver))) {
            throw new IllegalArgumentException(old() ? "object is not an instance of declaring class"
                    : "object of type " + receiver.getClass().getName() + " is not an instance of " + c.getName());
        }
        return call(c, get(method, "slot"), receiver, converted(method.getParameterTypes(), arguments));
    }

    /** Makes an object as `Constructor.newInstance` does once access was checked. */
    public static Object construct(Constructor<?> constructor, Object[] arguments) throws InvocationTargetException, InstantiationException {
        Class<?> c = constructor.getDeclaringClass();
        if (Modifier.isAbstract(c.getModifiers())) throw new InstantiationException(old() ? null : c.getName());
        Machine.initialise(c);
        return call(c, get(constructor, "slot"), null, converted(constructor.getParameterTypes(), arguments));
    }

    private static Object call(Class<?> c, int slot, Object receiver, Object[] arguments) throws InvocationTargetException {
        try {
            return Machine.invokeMethod(c, slot, receiver, arguments);
        } catch (Throwable exception) {
            throw new InvocationTargetException(exception);
        }
    }

    private static Object[] converted(Class<?>[] types, Object[] arguments) {
        int count = arguments == null ? 0 : arguments.length;
        if (types.length != count) {
            throw new IllegalArgumentException(old() ? "wrong number of arguments" : "wrong number of arguments: " + count + " expected: " + types.length);
        }
        Object[] all = new Object[count];
        for (int i = 0; i < count; i++) {
            Object argument = arguments[i];
            all[i] = types[i].isPrimitive() ? widened(argument, types[i]) : argument;
            if (!types[i].isPrimitive() && argument != null && !types[i].isInstance(argument)) all[i] = null;
            if (all[i] == null && (argument != null || types[i].isPrimitive())) throw new IllegalArgumentException("argument type mismatch");
        }
        return all;
    }

    /** A box as one of a primitive type that its own widens to (JLS 5.1.2), or null. */
    public static Object widened(Object box, Class<?> to) {
        if (box instanceof Boolean) return to == boolean.class ? box : null;
        if (box instanceof Character) {
            char value = (Character) box;
            return to == char.class ? box : to == int.class ? (Object) (int) value : to == long.class ? (Object) (long) value
                    : to == float.class ? (Object) (float) value : to == double.class ? (Object) (double) value : null;
        }
        int rank = rank(to);
        if (box instanceof Byte) return to == byte.class ? box : rank > 0 ? number((Byte) box, to) : null;
        if (box instanceof Short) return rank > 0 ? number((Short) box, to) : null;
        if (box instanceof Integer) return rank > 1 ? number((Integer) box, to) : null;
        if (box instanceof Long) {
            long value = (Long) box;
            return to == long.class ? box : to == float.class ? (Object) (float) value : to == double.class ? (Object) (double) value : null;
        }
        if (box instanceof Float) return to == float.class ? box : to == double.class ? (Object) (double) (Float) box : null;
        return box instanceof Double && to == double.class ? box : null;
    }

    private static int rank(Class<?> to) {
        return to == short.class ? 1 : to == int.class ? 2 : to == long.class ? 3 : to == float.class ? 4 : to == double.class ? 5 : 0;
    }

    private static Object number(int value, Class<?> to) {
        switch (rank(to)) {
            case 1: return (short) value;
            case 2: return value;
            case 3: return (long) value;
            case 4: return (float) value;
            default: return (double) value;
        }
    }
}
