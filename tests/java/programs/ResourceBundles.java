// explore: ResourceBundles.refuse ResourceBundles.plain
// findings: none
// verdicts: confirmed
// unsupported: the resource bundle messages 12

/** Texts that a file beside the class has: whether it is there is not known. */
public class ResourceBundles {
    static int refuse(int number) {
        if (number < 0) {
            // Nothing is known of what comes after.
            throw new IllegalArgumentException(
                    java.util.ResourceBundle.getBundle("messages").getString("negative"));
        }
        return number > 5 ? 1 : 2;
    }

    static int plain(int number) {
        return number > 7 ? 3 : 4;
    }
}
