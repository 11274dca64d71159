// What names no error, and an error at a line that has another one.
// scan:

public class OtherRules {
    public static int dead(int n) {
        int twice = n * 2; //= DLS_DEAD_LOCAL_STORE: open (names no error that is looked for)
        return n;
    }

    public static int other(int n) {
        return 10 / n; //= NP_NULL_ON_SOME_PATH: open
    }

    public static boolean same(String one) {
        return one == "one"; //= ES_COMPARING_PARAMETER_STRING_WITH_EQ: open (names no error that is looked for)
    }

    public static String leaks(java.io.InputStream in) {
        return "none"; //= OS_OPEN_STREAM: open (names no error that is looked for)
    }
}
