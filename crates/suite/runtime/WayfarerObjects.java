// By name: a class of the package may have such a name, too.
import java.lang.Character;
import java.lang.Class;
import java.lang.ClassNotFoundException;
import java.lang.Enum;
import java.lang.Long;
import java.lang.NoSuchFieldException;
import java.lang.Object;
import java.lang.ReflectiveOperationException;
import java.lang.RuntimeException;
import java.lang.String;
import java.lang.System;
import java.lang.Throwable;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Iterator;

/** Reaches what the tests need and Java's rules of access keep from them. */
final class WayfarerObjects {
    private WayfarerObjects() {
    }

    /** The class of that name, as {@link Class#getTypeName()} gives it. */
    static Class<?> classNamed(String name) throws ClassNotFoundException {
        if (name.endsWith("[]")) {
            Class<?> element = classNamed(name.substring(0, name.length() - 2));
            return Array.newInstance(element, 0).getClass();
        }
        switch (name) {
            case "boolean": return boolean.class;
            case "byte": return byte.class;
            case "short": return short.class;
            case "char": return char.class;
            case "int": return int.class;
            case "long": return long.class;
            case "float": return float.class;
            case "double": return double.class;
            default: return Class.forName(name, true, WayfarerObjects.class.getClassLoader());
        }
    }

    /** An object none of whose constructors ran. */
    static Object create(String name) throws ReflectiveOperationException {
        Object unsafe = unsafe();
        return unsafe.getClass().getMethod("allocateInstance", Class.class).invoke(unsafe, classNamed(name));
    }

    private static Object unsafe() throws ReflectiveOperationException {
        Field field = Class.forName("sun.misc.Unsafe").getDeclaredField("theUnsafe");
        field.setAccessible(true);
        return field.get(null);
    }

    static Object newArray(String element, int length) throws ClassNotFoundException {
        return Array.newInstance(classNamed(element), length);
    }

    /** The constant of an enumeration. */
    static Object constant(String name, String constant) throws ReflectiveOperationException {
        for (Object candidate : classNamed(name).getEnumConstants()) {
            if (((Enum<?>) candidate).name().equals(constant)) {
                return candidate;
            }
        }
        throw new NoSuchFieldException(name + "." + constant);
    }

    static Object get(Object object, String declaring, String name) throws ReflectiveOperationException {
        Field field = classNamed(declaring).getDeclaredField(name);
        field.setAccessible(true);
        return field.get(object);
    }

    static void set(Object object, String declaring, String name, Object value)
            throws ReflectiveOperationException {
        Field field = classNamed(declaring).getDeclaredField(name);
        try {
            field.setAccessible(true);
        } catch (RuntimeException closed) {
            // A class of the JDK, in a module that is not open.
            Object unsafe = unsafe();
            long offset = (Long) unsafe.getClass().getMethod("objectFieldOffset", Field.class)
                    .invoke(unsafe, field);
            Class<?> type = field.getType();
            Class<?> stored = type.isPrimitive() ? type : Object.class;
            String kind = stored.getSimpleName();
            String put = "put" + Character.toUpperCase(kind.charAt(0)) + kind.substring(1);
            unsafe.getClass().getMethod(put, Object.class, long.class, stored)
                    .invoke(unsafe, object, offset, value);
            return;
        }
        field.set(object, value);
    }

    /** An object of an interface with one method, which returns these results, in order. */
    static Object function(String name, Iterator<?> results) throws ClassNotFoundException {
        Class<?> type = classNamed(name);
        InvocationHandler handler = (self, called, arguments) -> {
            if (called.getDeclaringClass() == Object.class) {
                switch (called.getName()) {
                    case "equals": return self == arguments[0];
                    case "hashCode": return System.identityHashCode(self);
                    default: return name;
                }
            }
            if (called.isDefault()) {
                // Since Java 16.
                Method invoke = InvocationHandler.class.getMethod("invokeDefault",
                        Object.class, Method.class, Object[].class);
                try {
                    return invoke.invoke(null, self, called, arguments);
                } catch (InvocationTargetException exception) {
                    throw exception.getCause();
                }
            }
            return called.getReturnType() == void.class ? null : results.next();
        };
        return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler);
    }

    /** Calls a method, or a constructor if its name is {@code <init>}; what it throws is thrown. */
    static Object call(String declaring, String name, String descriptor, Object receiver, Object... arguments)
            throws Throwable {
        Class<?> owner = classNamed(declaring);
        Class<?>[] parameters = MethodType
                .fromMethodDescriptorString(descriptor, owner.getClassLoader()).parameterArray();
        try {
            if (name.equals("<init>")) {
                Constructor<?> constructor = owner.getDeclaredConstructor(parameters);
                constructor.setAccessible(true);
                return constructor.newInstance(arguments);
            }
            Method method = owner.getDeclaredMethod(name, parameters);
            method.setAccessible(true);
            return method.invoke(receiver, arguments);
        } catch (InvocationTargetException exception) {
            throw exception.getCause();
        }
    }
}
