// A lambda that captures nothing is the same object each time.
import java.util.function.IntUnaryOperator;

public class SameLambda {
    static Runnable nothing() {
        return () -> {};
    }
    static IntUnaryOperator adds(int more) {
        return of -> of + more;
    }
    public static int f(int number) {
        Runnable one = nothing();
        Runnable other = nothing();
        if (one == other)
            number++; // sometimes
        if (adds(number) == adds(number))
            number++; // never
        return number;
    }
}
