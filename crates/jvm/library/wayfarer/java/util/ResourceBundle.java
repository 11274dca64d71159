package wayfarer.java.util;

import wayfarer.Machine;

/** Bundles are files and classes that are looked up by their names, which the machine does not read. */
public final class ResourceBundle {
    private ResourceBundle() {}

    /** It was not found: it may be there all the same. */
    public static void throwMissingResourceException(
            java.lang.String name, java.util.Locale locale, java.lang.Throwable cause) {
        Machine.unsupportedText("the resource bundle ".concat(name));
    }
}
