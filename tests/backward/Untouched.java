// Code of a line of which a part is in methods that no call leads to, such as `valueOf` of an enumeration.
class Untouched {
    enum Part { // sometimes, not reached
        LEFT,
        RIGHT
    }

    static int first(int n) {
        if (n == Part.LEFT.ordinal())
            return 1; // sometimes
        return 0;
    }
}
