// Null that a method of the program returns, for numbers that callers can give.
// scan:

public class ReturnedNull {
    private static String name(int n) {
        return n > 3 ? "many" : null;
    }

    public static int length(int n) {
        String name = name(n);
        return name.length(); //= NP_NULL_ON_SOME_PATH_FROM_RETURN_VALUE: confirmed
    }

    public static int checked(int n) {
        String name = name(n);
        if (name == null) {
            return 0;
        }
        return name.length(); //= RCN_REDUNDANT_NULLCHECK_WOULD_HAVE_BEEN_A_NPE: open (an exception may have been thrown and caught)
    }
}
