package wayfarer.jdk.internal.reflect;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import wayfarer.Members;

/** Natives in jdk.internal.reflect.DirectMethodHandleAccessor (JDK 18 and later). */
public final class DirectMethodHandleAccessor {
    private DirectMethodHandleAccessor() {}

    public static final class NativeAccessor {
        private NativeAccessor() {}

        public static Object invoke0(Method method, Object receiver, Object[] arguments) throws InvocationTargetException {
            return Members.invoke(method, receiver, arguments);
        }
    }
}
