package wayfarer.java.lang;

import wayfarer.Machine;

/** Natives of {@link java.lang.Class}, and what would need reflection only to be done. */
public final class Class {
    private Class() {}

    private static final int INTERFACE = 2, ENUM = 3, ARRAY = 4, PRIMITIVE = 5;

    public static void registerNatives() {}

    public static boolean desiredAssertionStatus0(java.lang.Class<?> c) {
        return true;
    }

    /** Of the JDK's classes; the front end knows what the user's classes ask. */
    public static boolean desiredAssertionStatus(java.lang.Class<?> c) {
        return false;
    }

    public static java.lang.Class<?> getPrimitiveClass(java.lang.String name) {
        return Machine.classFind(name);
    }

    public static boolean isInstance(java.lang.Class<?> c, java.lang.Object object) {
        return Machine.classIsInstance(c, object) != 0;
    }

    public static boolean isAssignableFrom(java.lang.Class<?> c, java.lang.Class<?> other) {
        return Machine.classIsAssignable(c, java.util.Objects.requireNonNull(other)) != 0;
    }

    public static boolean isInterface(java.lang.Class<?> c) {
        return Machine.classKind(c) == INTERFACE;
    }

    public static boolean isArray(java.lang.Class<?> c) {
        return Machine.classKind(c) == ARRAY;
    }

    public static boolean isPrimitive(java.lang.Class<?> c) {
        return Machine.classKind(c) == PRIMITIVE;
    }

    public static boolean isHidden(java.lang.Class<?> c) {
        return false;
    }

    public static boolean isRecord0(java.lang.Class<?> c) {
        return Machine.classSuper(c) == Record.class;
    }

    public static boolean isRecord(java.lang.Class<?> c) {
        return Machine.classSuper(c) == Record.class;
    }

    public static java.lang.String getName(java.lang.Class<?> c) {
        return Machine.className(c);
    }

    public static java.lang.String initClassName(java.lang.Class<?> c) {
        return Machine.className(c);
    }

    public static java.lang.Class<?> getSuperclass(java.lang.Class<?> c) {
        if (Machine.classKind(c) == ARRAY) return java.lang.Object.class;
        return Machine.classSuper(c);
    }

    public static java.lang.Class<?> getComponentType(java.lang.Class<?> c) {
        return Machine.classElement(c);
    }

    public static java.lang.Class<?>[] getInterfaces0(java.lang.Class<?> c) {
        if (Machine.classKind(c) == ARRAY) return new java.lang.Class<?>[] {Cloneable.class, java.io.Serializable.class};
        int count = 0;
        while (Machine.classInterface(c, count) != null) count++;
        java.lang.Class<?>[] all = new java.lang.Class<?>[count];
        for (int i = 0; i < count; i++) all[i] = Machine.classInterface(c, i);
        return all;
    }

    public static java.lang.Class<?>[] getInterfaces(java.lang.Class<?> c) {
        return getInterfaces0(c);
    }

    public static int getModifiers(java.lang.Class<?> c) {
        return Machine.classModifiers(c);
    }

    public static boolean isEnum(java.lang.Class<?> c) {
        return Machine.classSuper(c) == Enum.class;
    }

    public static java.lang.ClassLoader getClassLoader(java.lang.Class<?> c) {
        return null;
    }

    public static java.lang.ClassLoader getClassLoader0(java.lang.Class<?> c) {
        return null;
    }

    public static java.security.ProtectionDomain getProtectionDomain0(java.lang.Class<?> c) {
        return null;
    }

    public static java.lang.Class<?> forName0(java.lang.String name, boolean initialise, java.lang.Object loader, java.lang.Class<?> caller)
            throws ClassNotFoundException {
        java.lang.Class<?> found = name.indexOf('/') < 0 ? Machine.classFind(name) : null;
        if (found == null || Machine.classKind(found) == PRIMITIVE) throw new ClassNotFoundException(name);
        if (initialise) Machine.initialise(found);
        return found;
    }

    public static java.lang.Class<?> forName(java.lang.String name) throws ClassNotFoundException {
        return forName0(name, true, null, null);
    }

    public static java.lang.Class<?> forName(java.lang.String name, boolean initialise, java.lang.ClassLoader loader) throws ClassNotFoundException {
        return forName0(name, initialise, loader, null);
    }

    /** The class around a nested one, by its name. */
    public static java.lang.Class<?> getDeclaringClass0(java.lang.Class<?> c) {
        java.lang.String name = Machine.className(c);
        int dollar = name.lastIndexOf('$');
        if (dollar <= 0 || dollar + 1 >= name.length()) return null;
        char first = name.charAt(dollar + 1);
        if (first >= '0' && first <= '9') return null;
        return Machine.classFind(name.substring(0, dollar));
    }

    public static java.lang.Class<?> getDeclaringClass(java.lang.Class<?> c) {
        return getDeclaringClass0(c);
    }

    public static java.lang.Class<?> getEnclosingClass(java.lang.Class<?> c) {
        java.lang.String name = Machine.className(c);
        int dollar = name.lastIndexOf('$');
        return dollar <= 0 ? null : Machine.classFind(name.substring(0, dollar));
    }

    public static java.lang.Object[] getEnclosingMethod0(java.lang.Class<?> c) {
        return null;
    }

    public static java.lang.Class<?> getNestHost0(java.lang.Class<?> c) {
        java.lang.Class<?> host = c, outer = getEnclosingClass(c);
        while (outer != null) {
            host = outer;
            outer = getEnclosingClass(outer);
        }
        return host;
    }

    /** Of a nested class the name behind the number; null for others. */
    public static java.lang.String getSimpleBinaryName0(java.lang.Class<?> c) {
        java.lang.String name = Machine.className(c);
        int dollar = name.lastIndexOf('$');
        if (dollar <= 0 || Machine.classFind(name.substring(0, dollar)) == null) return null;
        int from = dollar + 1;
        while (from < name.length() && name.charAt(from) >= '0' && name.charAt(from) <= '9') from++;
        return name.substring(from);
    }

    public static java.lang.String getSimpleName(java.lang.Class<?> c) {
        if (Machine.classKind(c) == ARRAY) return getSimpleName(Machine.classElement(c)).concat("[]");
        java.lang.String nested = getSimpleBinaryName0(c);
        if (nested != null) return nested;
        java.lang.String name = Machine.className(c);
        return name.substring(name.lastIndexOf('.') + 1);
    }

    public static java.lang.String getPackageName(java.lang.Class<?> c) {
        java.lang.Class<?> element = c;
        while (Machine.classKind(element) == ARRAY) element = Machine.classElement(element);
        if (Machine.classKind(element) == PRIMITIVE) return "java.lang";
        java.lang.String name = Machine.className(element);
        int dot = name.lastIndexOf('.');
        return dot < 0 ? "" : name.substring(0, dot).intern();
    }

    public static boolean isAnonymousClass(java.lang.Class<?> c) {
        return Machine.classKind(c) != ARRAY && getSimpleName(c).isEmpty();
    }

    public static boolean isMemberClass(java.lang.Class<?> c) {
        return getDeclaringClass0(c) != null;
    }

    /** The constants of an enumeration, shared; null for other classes. */
    public static java.lang.Object[] getEnumConstantsShared(java.lang.Class<?> c) {
        if (Machine.classSuper(c) != Enum.class) return null;
        Machine.initialise(c);
        long offset = Machine.fieldOffset(c, "$VALUES");
        if (offset < 0) offset = Machine.fieldOffset(c, "ENUM$VALUES");
        if (offset < 0) return null;
        return (java.lang.Object[]) Machine.loadReference(Machine.classStatics(c), offset);
    }

    /** A field by its name, as far as the JDK needs one: to find its offset. */
    public static java.lang.reflect.Field getDeclaredField(java.lang.Class<?> c, java.lang.String name) throws NoSuchFieldException {
        if (Machine.fieldOffset(c, name) < 0) throw new NoSuchFieldException(name);
        java.lang.Class<?> of = java.lang.reflect.Field.class;
        java.lang.Object field = Machine.newInstance(of);
        Machine.storeReference(field, Machine.fieldOffset(of, "clazz"), c);
        Machine.storeReference(field, Machine.fieldOffset(of, "name"), name);
        return (java.lang.reflect.Field) field;
    }

    private static java.lang.Module unnamed;

    /** Every class is in the unnamed module. */
    public static java.lang.Module getModule(java.lang.Class<?> c) {
        if (unnamed == null) unnamed = (java.lang.Module) Machine.newInstance(java.lang.Module.class);
        return unnamed;
    }

    public static byte[] getRawAnnotations(java.lang.Class<?> c) {
        return null;
    }

    public static java.lang.String getGenericSignature0(java.lang.Class<?> c) {
        return null;
    }
}
