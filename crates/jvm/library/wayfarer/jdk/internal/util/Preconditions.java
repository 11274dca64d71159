package wayfarer.jdk.internal.util;

import java.util.function.BiFunction;
import wayfarer.Bounds;
import wayfarer.Machine;

/** Exceptions of {@link jdk.internal.util.Preconditions}, whose messages are made when they are asked for. */
public final class Preconditions {
    private Preconditions() {}

    /** The original. */
    private static native RuntimeException outOfBounds(BiFunction<?, ?, ?> maker, String check, Number... numbers);

    public static RuntimeException outOfBoundsCheckIndex(BiFunction<?, ?, ?> maker, int index, int length) {
        RuntimeException made = plain(maker);
        return made == null ? outOfBounds(maker, "checkIndex", index, length)
                : Bounds.with(made, Bounds.INDEX, index, length, 0);
    }

    public static RuntimeException outOfBoundsCheckFromToIndex(BiFunction<?, ?, ?> maker, int from, int to, int length) {
        RuntimeException made = plain(maker);
        return made == null ? outOfBounds(maker, "checkFromToIndex", from, to, length)
                : Bounds.with(made, Bounds.RANGE, from, to, length);
    }

    public static RuntimeException outOfBoundsCheckFromIndexSize(BiFunction<?, ?, ?> maker, int from, int size, int length) {
        RuntimeException made = plain(maker);
        return made == null ? outOfBounds(maker, "checkFromIndexSize", from, size, length)
                : Bounds.with(made, Bounds.RANGE_SIZE, from, size, length);
    }

    /** The exception that a maker makes, without message, if it is one of the JDK's own; or null. */
    private static RuntimeException plain(BiFunction<?, ?, ?> maker) {
        if (maker == null || maker == constant("IOOBE_FORMATTER")) {
            return new IndexOutOfBoundsException();
        }
        if (maker == constant("SIOOBE_FORMATTER")) {
            return new StringIndexOutOfBoundsException();
        }
        if (maker == constant("AIOOBE_FORMATTER")) {
            return new ArrayIndexOutOfBoundsException();
        }
        return null;
    }

    private static Object constant(String name) {
        Class<?> c = jdk.internal.util.Preconditions.class;
        long offset = Machine.fieldOffset(c, name);
        return offset < 0 ? Machine.class : Machine.loadReference(Machine.classStatics(c), offset);
    }
}
