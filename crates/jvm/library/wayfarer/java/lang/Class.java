package wayfarer.java.lang;

import wayfarer.ClassFile;
import wayfarer.Machine;
import wayfarer.Members;

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

    /** Lambdas have classes without file. */
    public static boolean isHidden(java.lang.Class<?> c) {
        return Machine.classKind(c) < ARRAY && Machine.classFile(c) == null;
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

    public static java.lang.Class<?> componentType(java.lang.Class<?> c) {
        return Machine.classElement(c);
    }

    /** The JDK reads a field that the JVM fills. */
    public static java.lang.String descriptorString(java.lang.Class<?> c) {
        if (Machine.classKind(c) == PRIMITIVE) return sun.invoke.util.Wrapper.forPrimitiveType(c).basicTypeString();
        java.lang.String name = Machine.className(c).replace('.', '/');
        return Machine.classKind(c) == ARRAY ? name : "L".concat(name).concat(";");
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

    /** The JDK only compares loaders, and all classes have the same. */
    public static java.lang.ClassLoader getClassLoader(java.lang.Class<?> c) {
        java.lang.Class<?> caller = Machine.callerClass(0);
        boolean asked = caller == null || Machine.classIsUser(caller) != 0;
        if (asked && Machine.classIsUser(c) != 0) Machine.unsupportedText("the class loader of " + Machine.className(c));
        return null;
    }

    /** All classes belong to one loader. */
    public static java.lang.ClassLoader getClassLoader0(java.lang.Class<?> c) {
        return null;
    }

    public static java.security.ProtectionDomain getProtectionDomain0(java.lang.Class<?> c) {
        return null;
    }

    public static java.lang.Class<?> forName0(java.lang.String name, boolean initialise, java.lang.Object loader, java.lang.Class<?> caller)
            throws ClassNotFoundException {
        java.lang.Class<?> found = java.util.Objects.requireNonNull(name).indexOf('/') < 0 ? Machine.classFind(name) : null;
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

    public static java.lang.Class<?> getDeclaringClass0(java.lang.Class<?> c) {
        ClassFile file = ClassFile.of(c);
        int entry = file == null ? -1 : file.innerEntry();
        java.lang.String outer = entry < 0 ? null : file.className(file.u2(entry + 2));
        return outer == null ? null : ClassFile.load(outer);
    }

    public static java.lang.Object[] getEnclosingMethod0(java.lang.Class<?> c) {
        ClassFile file = ClassFile.of(c);
        int at = file == null ? -1 : file.attribute("EnclosingMethod");
        if (at < 0) return null;
        java.lang.Class<?> outer = ClassFile.load(file.className(file.u2(at)));
        if (file.u2(at + 2) == 0) return new java.lang.Object[] {outer, null, null};
        int method = file.constant(file.u2(at + 2));
        return new java.lang.Object[] {outer, file.utf8(file.u2(method)), file.utf8(file.u2(method + 2))};
    }

    public static java.lang.Class<?> getNestHost0(java.lang.Class<?> c) {
        ClassFile file = ClassFile.of(c);
        int at = file == null ? -1 : file.attribute("NestHost");
        return at < 0 ? c : ClassFile.load(file.className(file.u2(at)));
    }

    public static java.lang.Class<?>[] getNestMembers0(java.lang.Class<?> c) {
        java.lang.Class<?> host = getNestHost0(c);
        ClassFile file = ClassFile.of(host);
        java.lang.Class<?>[] members = file == null ? null : file.classes(file.attribute("NestMembers"));
        int count = members == null ? 0 : members.length;
        java.lang.Class<?>[] all = new java.lang.Class<?>[count + 1];
        all[0] = host;
        for (int i = 0; i < count; i++) all[i + 1] = members[i];
        return all;
    }

    public static java.lang.Class<?>[] getPermittedSubclasses0(java.lang.Class<?> c) {
        ClassFile file = ClassFile.of(c);
        return file == null ? null : file.classes(file.attribute("PermittedSubclasses"));
    }

    public static java.lang.String getSimpleBinaryName0(java.lang.Class<?> c) {
        ClassFile file = ClassFile.of(c);
        int entry = file == null ? -1 : file.innerEntry();
        return entry < 0 || file.u2(entry + 4) == 0 ? null : file.utf8(file.u2(entry + 4));
    }

    public static java.lang.Class<?>[] getDeclaredClasses0(java.lang.Class<?> c) {
        ClassFile file = ClassFile.of(c);
        return file == null ? new java.lang.Class<?>[0] : file.memberClasses();
    }

    /** The JVM initialises `AccessibleObject` first; whatever came first here, it gets the factory. */
    public static java.lang.Object getReflectionFactory() {
        java.lang.Class<?> c = java.lang.reflect.AccessibleObject.class;
        Machine.initialise(c);
        java.lang.Object factory = jdk.internal.reflect.ReflectionFactory.getReflectionFactory();
        Machine.storeReference(Machine.classStatics(c), Machine.fieldOffset(c, "reflectionFactory"), factory);
        return factory;
    }

    public static java.lang.reflect.Field[] getDeclaredFields0(java.lang.Class<?> c, boolean publicOnly) {
        return Members.fields(c, publicOnly);
    }

    public static java.lang.reflect.Method[] getDeclaredMethods0(java.lang.Class<?> c, boolean publicOnly) {
        return Members.methods(c, publicOnly);
    }

    public static java.lang.reflect.Constructor<?>[] getDeclaredConstructors0(java.lang.Class<?> c, boolean publicOnly) {
        return Members.constructors(c, publicOnly);
    }

    public static java.lang.reflect.RecordComponent[] getRecordComponents0(java.lang.Class<?> c) {
        return Members.recordComponents(c);
    }

    public static java.lang.String getPackageName(java.lang.Class<?> c) {
        java.lang.Class<?> element = c;
        while (Machine.classKind(element) == ARRAY) element = Machine.classElement(element);
        if (Machine.classKind(element) == PRIMITIVE) return "java.lang";
        java.lang.String name = Machine.className(element);
        int dot = name.lastIndexOf('.');
        return dot < 0 ? "" : name.substring(0, dot).intern();
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

    public static java.io.InputStream getResourceAsStream(java.lang.Class<?> c, java.lang.String name) {
        Machine.unsupportedText("the resource ".concat(name));
        return null;
    }

    public static java.net.URL getResource(java.lang.Class<?> c, java.lang.String name) {
        Machine.unsupportedText("the resource ".concat(name));
        return null;
    }

    private static java.lang.Module unnamed;

    /** Every class is in the unnamed module. */
    public static java.lang.Module getModule(java.lang.Class<?> c) {
        if (unnamed == null) unnamed = (java.lang.Module) Machine.newInstance(java.lang.Module.class);
        return unnamed;
    }

    public static byte[] getRawAnnotations(java.lang.Class<?> c) {
        ClassFile file = ClassFile.of(c);
        return file == null ? null : file.contents(file.attribute("RuntimeVisibleAnnotations"));
    }

    public static byte[] getRawTypeAnnotations(java.lang.Class<?> c) {
        ClassFile file = ClassFile.of(c);
        return file == null ? null : file.contents(file.attribute("RuntimeVisibleTypeAnnotations"));
    }

    public static java.lang.Object getConstantPool(java.lang.Class<?> c) {
        java.lang.Class<?> of = jdk.internal.reflect.ConstantPool.class;
        java.lang.Object pool = Machine.newInstance(of);
        Machine.storeReference(pool, Machine.fieldOffset(of, "constantPoolOop"), c);
        return pool;
    }

    public static java.lang.String getGenericSignature0(java.lang.Class<?> c) {
        ClassFile file = ClassFile.of(c);
        return file == null ? null : file.signature(file.attribute("Signature"));
    }

    public static int getClassAccessFlagsRaw0(java.lang.Class<?> c) {
        ClassFile file = ClassFile.of(c);
        return file == null ? Machine.classModifiers(c) : file.access();
    }

    public static int getClassFileVersion0(java.lang.Class<?> c) {
        ClassFile file = ClassFile.of(c);
        return file == null ? 0 : file.version();
    }

    public static java.lang.Object[] getSigners(java.lang.Class<?> c) {
        return null;
    }
}
