package wayfarer;

/** Labels of pattern switches; called by the front end by name. */
final class Switch {
    private Switch() {}

    static boolean text(Object value, String label) {
        if (value instanceof Enum<?>) {
            return ((Enum<?>) value).name().equals(label);
        }
        return label.equals(value);
    }

    static boolean integer(Object value, int label) {
        if (value instanceof Character) {
            return (Character) value == label;
        }
        return (value instanceof Integer || value instanceof Byte || value instanceof Short)
                && ((Number) value).intValue() == label;
    }

    static boolean constant(Object value, String type, String label) {
        return value instanceof Enum<?>
                && ((Enum<?>) value).getDeclaringClass().getName().equals(type)
                && ((Enum<?>) value).name().equals(label);
    }
}
