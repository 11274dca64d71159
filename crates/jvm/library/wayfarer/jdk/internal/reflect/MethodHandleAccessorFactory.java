package wayfarer.jdk.internal.reflect;

import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import wayfarer.FieldAccess;

/** Calls by reflection go to the machine (JDK 18 and later). */
public final class MethodHandleAccessorFactory {
    private MethodHandleAccessorFactory() {}

    public static boolean useNativeAccessor(Executable executable) {
        return true;
    }

    public static Object newFieldAccessor(Field field, boolean isReadOnly) {
        return new FieldAccess(field, isReadOnly);
    }
}
