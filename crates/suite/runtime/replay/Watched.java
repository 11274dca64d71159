package wayfarer.replay;

import java.lang.annotation.Annotation;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.objectweb.asm.Type;

/** The methods that monitors watch over, and which calls may be of them. */
final class Watched {
    /** What is said to be watched is not there. */
    static final class Impossible extends Exception {
        private static final long serialVersionUID = 1L;

        Impossible(String message) {
            super(message);
        }
    }

    /** A method of the monitors, and what it is called in place of. */
    private static final class Family {
        Method method;
        Class<?>[] types;
        String name;
        String kind;
        /** Of the methods that are watched. */
        Class<?>[] parameters;
        boolean called;

        boolean isInstance() {
            return kind.equals("instance");
        }
    }

    /** A call that may be one of a method that is watched. */
    static final class Call {
        /** What is called in place of it. */
        Method method;
        /** It is of one of them whenever it is not null. */
        boolean isSure;
        boolean isInstance;
    }

    private final Map<String, List<Family>> byName = new HashMap<>();
    private final Map<String, Call> known = new HashMap<>();
    private final ClassLoader loader;
    private final String monitors;

    Watched(String monitors, ClassLoader loader) throws Impossible {
        this.loader = loader;
        this.monitors = monitors.replace('.', '/');
        Class<?> type = find(monitors);
        if (type == null) {
            throw new Impossible("the class " + monitors + " is not there");
        }
        for (Method method : type.getMethods()) {
            for (Annotation annotation : method.getAnnotations()) {
                if (annotation.annotationType().getName().equals("wayfarer.Specification$InPlaceOf")) {
                    add(method, annotation);
                }
            }
        }
    }

    private void add(Method method, Annotation annotation) throws Impossible {
        Family family = new Family();
        family.method = method;
        try {
            Class<? extends Annotation> type = annotation.annotationType();
            family.types = (Class<?>[]) type.getMethod("types").invoke(annotation);
            family.name = (String) type.getMethod("method").invoke(annotation);
            family.kind = (String) type.getMethod("kind").invoke(annotation);
        } catch (ReflectiveOperationException failure) {
            throw new Impossible(failure.toString());
        }
        Class<?>[] all = method.getParameterTypes();
        family.parameters = family.isInstance() ? Arrays.copyOfRange(all, 1, all.length) : all;
        if (family.kind.equals("constructor")) {
            family.name = "<init>";
        }
        for (Class<?> type : family.types) {
            Executable own = resolve(type, family.name, family.parameters);
            String what = type.getTypeName() + "." + family.name + Arrays.toString(family.parameters);
            if (own == null) {
                throw new Impossible("there is no " + what + ": parameters are those of the class file, without type "
                    + "arguments");
            }
            if (own instanceof Method) {
                if (((Method) own).getReturnType() != method.getReturnType()) {
                    throw new Impossible(what + " has the result " + ((Method) own).getReturnType().getTypeName());
                }
                if (Modifier.isStatic(own.getModifiers()) == family.isInstance()) {
                    throw new Impossible(what + (family.isInstance() ? " is static" : " is not static"));
                }
            }
        }
        byName.computeIfAbsent(family.name, name -> new ArrayList<>()).add(family);
    }

    boolean isMonitor(String internal) {
        return internal.equals(monitors) || internal.startsWith(monitors + "$");
    }

    /** Names of what no call was found of. */
    Iterable<String> idle() {
        TreeSet<String> idle = new TreeSet<>();
        for (List<Family> families : byName.values()) {
            for (Family family : families) {
                if (!family.called) {
                    for (Class<?> type : family.types) {
                        idle.add(type.getTypeName() + "." + family.name.replace("<init>", "new"));
                    }
                }
            }
        }
        return idle;
    }

    boolean isName(String name) {
        return byName.containsKey(name);
    }

    /** What is called in place of a method, which a class names as one of an owner; null if nothing is. */
    Call find(String owner, String name, String descriptor, boolean constructs) {
        List<Family> families = byName.get(name);
        if (families == null) {
            return null;
        }
        String key = owner + "." + name + descriptor;
        if (known.containsKey(key)) {
            return known.get(key);
        }
        Call found = null;
        Class<?> type = find(owner.replace('/', '.'));
        if (type != null) {
            try {
                for (Family family : families) {
                    Call call = fits(family, type, name, Type.getArgumentTypes(descriptor));
                    if (call != null) {
                        family.called = true;
                        found = call;
                        break;
                    }
                }
            } catch (LinkageError | TypeNotPresentException missing) {
                // Classes that a program can do without are not watched.
                found = null;
            }
        }
        known.put(key, found);
        return found;
    }

    private Call fits(Family family, Class<?> owner, String name, Type[] arguments) {
        if (arguments.length != family.parameters.length) {
            return null;
        }
        Class<?>[] parameters = new Class<?>[arguments.length];
        for (int index = 0; index < arguments.length; index++) {
            parameters[index] = find(arguments[index]);
            if (parameters[index] == null) {
                return null;
            }
        }
        Executable called = resolve(owner, name, parameters);
        if (called == null || Modifier.isPrivate(called.getModifiers())) {
            return null;
        }
        Class<?> result = called instanceof Method ? ((Method) called).getReturnType() : owner;
        if (!family.method.getReturnType().isAssignableFrom(result)) {
            // No class can have both, whatever their parameters are.
            return null;
        }
        boolean same = Arrays.equals(parameters, family.parameters);
        if (!family.isInstance()) {
            Executable own = resolve(family.types[0], name, family.parameters);
            return same && called.equals(own) ? call(family, true) : null;
        }
        if (Modifier.isStatic(called.getModifiers()) || !same && !isBridged(called, family.parameters)) {
            return null;
        }
        boolean isSure = false;
        boolean isPossible = false;
        for (Class<?> type : family.types) {
            isSure |= type.isAssignableFrom(owner);
            isPossible |= mayBeBoth(owner, type);
        }
        return isPossible ? call(family, isSure) : null;
    }

    private static Call call(Family family, boolean isSure) {
        Call call = new Call();
        call.method = family.method;
        call.isSure = isSure;
        call.isInstance = family.isInstance();
        return call;
    }

    /** True if an object may be of both. */
    private static boolean mayBeBoth(Class<?> one, Class<?> other) {
        if (one.isAssignableFrom(other) || other.isAssignableFrom(one)) {
            return true;
        }
        boolean open = !Modifier.isFinal(one.getModifiers()) && !Modifier.isFinal(other.getModifiers());
        return open && (one.isInterface() || other.isInterface());
    }

    /** True if a call of a method with these parameters runs the method: the compiler made one that calls it. */
    private static boolean isBridged(Executable method, Class<?>[] parameters) {
        try {
            Method bridge = method.getDeclaringClass().getDeclaredMethod(method.getName(), parameters);
            return bridge.isBridge();
        } catch (NoSuchMethodException none) {
            return false;
        }
    }

    /** The method that a class means by name and parameters. */
    private static Executable resolve(Class<?> type, String name, Class<?>[] parameters) {
        if (name.equals("<init>")) {
            for (Constructor<?> own : type.getDeclaredConstructors()) {
                if (Arrays.equals(own.getParameterTypes(), parameters)) {
                    return own;
                }
            }
            return null;
        }
        for (Class<?> at = type; at != null; at = at.getSuperclass()) {
            Method own = declared(at, name, parameters);
            if (own != null) {
                return own;
            }
        }
        for (Class<?> at = type; at != null; at = at.getSuperclass()) {
            for (Class<?> implemented : at.getInterfaces()) {
                Executable own = resolve(implemented, name, parameters);
                if (own != null) {
                    return own;
                }
            }
        }
        return type.isInterface() ? declared(Object.class, name, parameters) : null;
    }

    private static Method declared(Class<?> type, String name, Class<?>[] parameters) {
        Method found = null;
        for (Method own : type.getDeclaredMethods()) {
            if (own.getName().equals(name) && Arrays.equals(own.getParameterTypes(), parameters)
                    && (found == null || found.isBridge())) {
                found = own;
            }
        }
        return found;
    }

    private Class<?> find(Type type) {
        switch (type.getSort()) {
            case Type.BOOLEAN: return boolean.class;
            case Type.BYTE: return byte.class;
            case Type.CHAR: return char.class;
            case Type.SHORT: return short.class;
            case Type.INT: return int.class;
            case Type.LONG: return long.class;
            case Type.FLOAT: return float.class;
            case Type.DOUBLE: return double.class;
            case Type.ARRAY: return find(type.getDescriptor().replace('/', '.'));
            default: return find(type.getClassName());
        }
    }

    private Class<?> find(String name) {
        try {
            return Class.forName(name, false, loader);
        } catch (ClassNotFoundException | LinkageError missing) {
            return null;
        }
    }
}
