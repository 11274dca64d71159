package wayfarer.replay;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.Properties;

/**
 * What differs from one run of a JVM to the next, or from one machine to another, and can be given: the
 * order of {@code Set.of} and {@code Map.of}, system properties. Identity hash codes are given by options
 * of the JVM.
 */
final class Surroundings {
    /** That of the machine (`order_salt` in `vm/src/intrinsics/java/arrays.rs`). */
    private static final long SALT = 0x6a8885a3L;

    private Surroundings() {
    }

    /** Where elements are does not depend on the salt. */
    static void give() throws ReflectiveOperationException {
        giveProperties();
        Class<?> collections = Class.forName("java.util.ImmutableCollections");
        // The fields are final: reflection cannot set them, and the Unsafe that everybody may use warns.
        Class<?> type = Class.forName("jdk.internal.misc.Unsafe");
        Object unsafe = type.getMethod("getUnsafe").invoke(null);
        Method base = type.getMethod("staticFieldBase", Field.class);
        Method offset = type.getMethod("staticFieldOffset", Field.class);
        Field salt = collections.getDeclaredField("SALT32L");
        Field reverse = collections.getDeclaredField("REVERSE");
        type.getMethod("putLong", Object.class, long.class, long.class)
            .invoke(unsafe, base.invoke(unsafe, salt), offset.invoke(unsafe, salt), SALT);
        type.getMethod("putBoolean", Object.class, long.class, boolean.class)
            .invoke(unsafe, base.invoke(unsafe, reverse), offset.invoke(unsafe, reverse), (SALT & 1) == 0);
    }

    /** Those that the machine has (`jvm/library/wayfarer/java/lang/System.java`), and no others. */
    private static void giveProperties() {
        String version = String.valueOf(Runtime.version().feature());
        Properties all = new Properties();
        String[] given = {
            "line.separator", "\n", "file.separator", "/", "path.separator", ":",
            "file.encoding", "UTF-8", "native.encoding", "UTF-8", "sun.jnu.encoding", "UTF-8",
            "user.dir", "/home/user", "user.home", "/home/user", "user.name", "user",
            "user.language", "en", "user.country", "US", "user.timezone", "UTC",
            "java.io.tmpdir", "/tmp", "os.name", "Linux", "os.arch", "amd64", "os.version", "6",
            "java.version", version, "java.specification.version", version,
            "java.class.version", System.getProperty("java.class.version"),
            "java.vm.name", "Wayfarer", "java.vendor", "", "java.class.path", "",
            // The JVM itself needs it.
            "java.home", System.getProperty("java.home"),
        };
        for (int index = 0; index < given.length; index += 2) {
            all.setProperty(given[index], given[index + 1]);
        }
        System.setProperties(all);
    }
}
