package wayfarer.java.lang.reflect;

import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Member;
import java.lang.reflect.Modifier;
import wayfarer.Machine;

/** What of {@link java.lang.reflect.AccessibleObject} asks for modules, of which there is one here. */
public final class AccessibleObject {
    private AccessibleObject() {}

    /** Packages whose classes of {@code java.base} no program is to call. */
    private static final String[] CLOSED = {"sun.", "jdk.internal."};
    /** Those of {@code java.base}, and what begins like them. */
    private static final String[] BASE = {
        "java.io.", "java.lang.", "java.math.", "java.net.", "java.nio.", "java.security.", "java.text.", "java.time.", "java.util.",
    };

    private static final String[] NOT_BASE = {
        "java.lang.instrument.", "java.lang.management.", "java.net.http.", "java.util.logging.", "java.util.prefs.",
    };

    /** Classes of the JDK let those of programs at their public members alone; programs each other at all. */
    public static boolean checkCanSetAccessible(
            java.lang.reflect.AccessibleObject self, Class<?> caller, Class<?> declares, boolean throwsIfDenied) {
        if (caller == java.lang.invoke.MethodHandle.class) throw new IllegalCallerException();
        boolean isFree = Machine.classIsUser(caller) == 0 || Machine.classIsUser(declares) != 0;
        if (isFree || Runtime.version().feature() < 16) return true;
        String pack = declares.getPackageName();
        String within = pack.concat(".");
        boolean base = begins(within, BASE) && !begins(within, NOT_BASE);
        boolean closed = begins(within, CLOSED);
        if (within.equals("sun.misc.") || within.equals("sun.reflect.")) return true;
        int modifiers = modifiers(self, declares);
        boolean isPublic = Modifier.isPublic(declares.getModifiers());
        if (isPublic && (base || within.startsWith("java.") || within.startsWith("javax."))) {
            if (Modifier.isPublic(modifiers)) return true;
            boolean inherited = Modifier.isProtected(modifiers) && Modifier.isStatic(modifiers);
            if (inherited && Machine.classIsAssignable(declares, caller) != 0) return true;
        }
        if (!base && !closed) {
            Machine.unsupportedText("setAccessible of a member of ".concat(declares.getName()));
        }
        if (!throwsIfDenied) return false;
        StringBuilder text = new StringBuilder("Unable to make ");
        if (self instanceof java.lang.reflect.Field) text.append("field ");
        text.append(self).append(" accessible: module java.base does not \"");
        text.append(isPublic && Modifier.isPublic(modifiers) ? "exports" : "opens");
        text.append(" ").append(pack).append("\" to ").append(caller.getModule());
        throw new InaccessibleObjectException(text.toString());
    }

    private static int modifiers(java.lang.reflect.AccessibleObject self, Class<?> declares) {
        return self instanceof Member ? ((Member) self).getModifiers() : declares.getModifiers();
    }

    private static boolean begins(String text, String[] with) {
        for (String one : with) {
            if (text.startsWith(one)) return true;
        }
        return false;
    }
}
