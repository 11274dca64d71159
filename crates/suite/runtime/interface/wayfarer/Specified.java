package wayfarer;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Says how the methods of a class may be called and what they must do, in the language of specifications.
 *
 * <p>The methods of all classes that have annotations are declared by their class files. If these classes are of one package,
 * names are those of it; otherwise the classes are imported. Wayfarer watches over what is said with {@code --spec annotations}.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.TYPE, ElementType.METHOD, ElementType.CONSTRUCTOR})
public @interface Specified {
    /** What is said: the lines of one text, or several texts that stand one behind the other. */
    String[] value();
}
