// Null that callers hardly give, and null that they are told not to give.
// scan:

public class GivenNull {
    public static int length(String text) {
        return text.length(); //= NULL_DEREFERENCE: unusual (null is given for text)
    }

    /**
     * @throws NullPointerException if there is no text
     */
    public static int documented(String text) {
        return text.length(); //= NP_NULL_PARAM_DEREF: documented (NullPointerException)
    }

    public static int declared(Object[] all, int n) throws ArrayIndexOutOfBoundsException {
        return all[n].hashCode(); //= ARRAY_OUT_OF_BOUNDS_L1: documented (declared)
    }
}
