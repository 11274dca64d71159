// An exception that is caught is none of the program's, whoever throws it.
// scan:

public class Caught {
    public static int quotient(int n) {
        try {
            return 10 / n; //= DIVIDE_BY_ZERO: open (an exception may have been thrown and caught)
        } catch (ArithmeticException e) {
            return 0;
        }
    }

    public static int quotientOfAll(int n) {
        return 10 / n; //= DIVIDE_BY_ZERO: confirmed
    }
}
