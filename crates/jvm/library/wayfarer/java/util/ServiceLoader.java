package wayfarer.java.util;

import java.util.Collections;
import java.util.Iterator;
import java.util.Optional;
import java.util.stream.Stream;
import wayfarer.Machine;

/** Nothing is installed that would provide the JDK with services. */
public final class ServiceLoader {
    private ServiceLoader() {}

    public static java.util.ServiceLoader<?> load(Class<?> service) {
        if (Machine.classIsUser(java.util.Objects.requireNonNull(service)) != 0) Machine.unsupportedText("ServiceLoader.load of ".concat(service.getName()));
        return (java.util.ServiceLoader<?>) Machine.newInstance(java.util.ServiceLoader.class);
    }

    public static java.util.ServiceLoader<?> load(Class<?> service, ClassLoader loader) {
        return load(service);
    }

    public static java.util.ServiceLoader<?> load(Class<?> service, ClassLoader loader, Module module) {
        return load(service);
    }

    public static java.util.ServiceLoader<?> loadInstalled(Class<?> service) {
        return load(service);
    }

    public static java.util.ServiceLoader<?> load(ModuleLayer layer, Class<?> service) {
        return load(service);
    }

    public static Iterator<?> iterator(java.util.ServiceLoader<?> self) {
        return Collections.emptyIterator();
    }

    public static Stream<?> stream(java.util.ServiceLoader<?> self) {
        return Stream.empty();
    }

    public static Optional<?> findFirst(java.util.ServiceLoader<?> self) {
        return Optional.empty();
    }

    public static void reload(java.util.ServiceLoader<?> self) {}
}
