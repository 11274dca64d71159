package wayfarer.java.lang.ref;

import wayfarer.Machine;

/** Natives of {@link java.lang.ref.Reference}: nothing a program holds a reference object for is ever collected. */
public final class Reference {
    private Reference() {}

    private static final long REFERENT = Machine.fieldOffset(java.lang.ref.Reference.class, "referent");

    /** The thread that handles cleared references is not started. */
    public static void __clinit__() {}

    public static Object get(java.lang.ref.Reference<?> self) {
        return Machine.loadReference(self, REFERENT);
    }

    public static void clear0(java.lang.ref.Reference<?> self) {
        Machine.storeReference(self, REFERENT, null);
    }

    public static boolean refersTo0(java.lang.ref.Reference<?> self, Object object) {
        return Machine.loadReference(self, REFERENT) == object;
    }

    public static void reachabilityFence(Object object) {}
}
