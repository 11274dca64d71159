package wayfarer.java.util;

import wayfarer.Machine;

/** {@link java.util.Scanner} without the JDK's tables of locales. */
public final class Scanner {
    private Scanner() {}

    /** Numbers are read as in English. */
    public static java.util.Scanner useLocale(java.util.Scanner self, java.util.Locale locale) {
        java.util.Locale old = (java.util.Locale) get(self, "locale");
        if (locale.equals(old)) return self;
        String language = locale.getLanguage();
        if (!language.equals("en") && !language.isEmpty()) Machine.unsupportedText("Scanner in the locale " + locale);
        Class<?> c = java.util.Scanner.class;
        long count = Machine.fieldOffset(c, "modCount");
        Machine.storeInt(self, count, Machine.loadInt(self, count) + 1);
        set(self, "locale", locale);
        set(self, "groupSeparator", "\\x{2c}");
        set(self, "decimalSeparator", "\\x{2e}");
        set(self, "nanString", "\\QNaN\\E");
        set(self, "infinityString", "\\Q\u221e\\E");
        set(self, "positivePrefix", "");
        set(self, "negativePrefix", "\\Q-\\E");
        set(self, "positiveSuffix", "");
        set(self, "negativeSuffix", "");
        set(self, "integerPattern", null);
        set(self, "floatPattern", null);
        return self;
    }

    private static Object get(java.util.Scanner self, String field) {
        return Machine.loadReference(self, Machine.fieldOffset(java.util.Scanner.class, field));
    }

    private static void set(java.util.Scanner self, String field, Object value) {
        Machine.storeReference(self, Machine.fieldOffset(java.util.Scanner.class, field), value);
    }
}
