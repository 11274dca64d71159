package wayfarer.jdk.internal.reflect;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import wayfarer.Members;

/** Natives in jdk.internal.reflect.DirectConstructorHandleAccessor (JDK 18 and later). */
public final class DirectConstructorHandleAccessor {
    private DirectConstructorHandleAccessor() {}

    public static final class NativeAccessor {
        private NativeAccessor() {}

        public static Object newInstance0(Constructor<?> constructor, Object[] arguments) throws InvocationTargetException, InstantiationException {
            return Members.construct(constructor, arguments);
        }
    }
}
