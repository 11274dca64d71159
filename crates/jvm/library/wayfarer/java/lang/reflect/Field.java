package wayfarer.java.lang.reflect;

import wayfarer.Members;

/** Natives of {@link java.lang.reflect.Field}. */
public final class Field {
    private Field() {}

    public static byte[] getTypeAnnotationBytes0(java.lang.reflect.Field self) {
        return Members.typeAnnotations(self);
    }
}
