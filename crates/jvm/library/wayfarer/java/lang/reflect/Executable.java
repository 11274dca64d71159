package wayfarer.java.lang.reflect;

import java.lang.reflect.Parameter;
import wayfarer.Members;

/** Natives of {@link java.lang.reflect.Executable}. */
public final class Executable {
    private Executable() {}

    public static Parameter[] getParameters0(java.lang.reflect.Executable self) {
        return Members.parameters(self);
    }

    public static byte[] getTypeAnnotationBytes0(java.lang.reflect.Executable self) {
        return Members.typeAnnotations(self);
    }
}
