import org.apache.commons.lang3.math.NumberUtils;

/** What number a text is, if it is one: commons-lang. */
public class Numbers {
    static Number number(String text) {
        return NumberUtils.isCreatable(text) ? NumberUtils.createNumber(text) : null;
    }
}
