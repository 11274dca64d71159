package wayfarer.jdk.internal.reflect;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import wayfarer.Members;

/** Natives of jdk.internal.reflect.NativeConstructorAccessorImpl. */
public final class NativeConstructorAccessorImpl {
    private NativeConstructorAccessorImpl() {}

    public static Object newInstance0(Constructor<?> constructor, Object[] arguments) throws InvocationTargetException, InstantiationException {
        return Members.construct(constructor, arguments);
    }
}
