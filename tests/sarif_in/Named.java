// An error in a callee that the result names beside the call, and one of which it names only the call.
// scan:

package shop;

public class Named {
    private static int part(int n) {
        return 10 / n;
    }

    public static int called(int n) {
        return part(n); //= DIVIDE_BY_ZERO @8: confirmed
    }

    public static int calledOnly(int n) {
        return part(n + 1); //= DIVIDE_BY_ZERO: open
    }
}
