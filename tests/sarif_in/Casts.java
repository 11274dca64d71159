// A cast that fails for objects that the program itself makes.
// scan:

public class Casts {
    private static Object made(int n) {
        return n > 0 ? "text" : Integer.valueOf(n);
    }

    public static int length(int n) {
        return ((String) made(n)).length(); //= BC_UNCONFIRMED_CAST_OF_RETURN_VALUE: confirmed
    }

    public static String cast(Object any) {
        return (String) any; //= CLASS_CAST_EXCEPTION: unusual
    }
}
