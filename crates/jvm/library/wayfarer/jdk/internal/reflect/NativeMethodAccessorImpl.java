package wayfarer.jdk.internal.reflect;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import wayfarer.Members;

/** Natives of jdk.internal.reflect.NativeMethodAccessorImpl. */
public final class NativeMethodAccessorImpl {
    private NativeMethodAccessorImpl() {}

    public static Object invoke0(Method method, Object receiver, Object[] arguments) throws InvocationTargetException {
        return Members.invoke(method, receiver, arguments);
    }
}
