/** Tests and casts of types, and constants of an enumeration. */
class Types {
    enum Size { SMALL, LARGE }

    static int length(Object of) {
        if (of instanceof String) {
            return ((String) of).length();
        }
        return of == Size.SMALL ? 1 : 2;
    }
}
