// Annotations as objects are classes made at run time, which nothing is said of.
// reach: Annotations.present --target Annotations.java:20
//   Annotations.java:20: open (unsupported: a proxy of java.lang.annotation.Retention at Annotations.java:19)
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

class Annotations {
    @Retention(RetentionPolicy.RUNTIME)
    @interface Mark {}

    @Mark
    static class Marked {}

    static class Plain {}

    static int present(byte k) {
        Class<?> c = k > 3 ? Marked.class : Plain.class;
        try {
            if (c.isAnnotationPresent(Mark.class))
                return 1;
            return 2;
        } catch (NullPointerException e) {
            return 3;
        }
    }
}
