package wayfarer.java.lang.reflect;

import java.lang.reflect.Constructor;
import wayfarer.Machine;

/** Classes that are made at run time: there are none. */
public final class Proxy {
    private Proxy() {}

    public static Constructor<?> getProxyConstructor(Class<?> caller, ClassLoader loader, Class<?>[] interfaces) {
        String what = interfaces.length == 0 ? "no interface" : Machine.className(interfaces[0]);
        Machine.unsupportedText("a proxy of ".concat(what));
        return null;
    }
}
