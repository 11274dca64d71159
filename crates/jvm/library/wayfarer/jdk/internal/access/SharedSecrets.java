package wayfarer.jdk.internal.access;

import wayfarer.Machine;

/** What the JDK's start gives to {@link jdk.internal.access.SharedSecrets}, when it is asked for. */
public final class SharedSecrets {
    private SharedSecrets() {}

    public static jdk.internal.access.JavaLangAccess getJavaLangAccess() {
        Class<?> c = jdk.internal.access.SharedSecrets.class;
        long offset = Machine.fieldOffset(c, "javaLangAccess");
        Object access = Machine.loadReference(Machine.classStatics(c), offset);
        if (access == null) {
            wayfarer.java.lang.System.giveAccess();
            access = Machine.loadReference(Machine.classStatics(c), offset);
        }
        return (jdk.internal.access.JavaLangAccess) access;
    }

    public static jdk.internal.access.JavaLangReflectAccess getJavaLangReflectAccess() {
        Machine.initialise(java.lang.reflect.AccessibleObject.class);
        Class<?> c = jdk.internal.access.SharedSecrets.class;
        long offset = Machine.fieldOffset(c, "javaLangReflectAccess");
        return (jdk.internal.access.JavaLangReflectAccess) Machine.loadReference(Machine.classStatics(c), offset);
    }
}
