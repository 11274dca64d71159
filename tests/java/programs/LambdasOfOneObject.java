// A lambda that captures nothing is one object for each place, one that captures something is another one each time.
//
// explore: LambdasOfOneObject.same
// options: --jobs 1
// exhaustive: true
// findings: none
// tests: confirmed
// branches: 8 of 12

import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;

public class LambdasOfOneObject {
    static Runnable nothing() {
        return () -> {};
    }

    static IntUnaryOperator adds(int more) {
        return of -> of + more;
    }

    static int same(boolean which, int more) {
        if (nothing() != nothing())
            return 1;
        if (adds(more) == adds(more))
            return 2;
        Supplier<Object> first = Object::new;
        Supplier<Object> second = Object::new;
        if (first == second)
            return 3;
        Supplier<Object> other = null;
        for (int round = 0; round < 2; round++) {
            Supplier<Object> made = Object::new;
            if (made == other)
                return which ? 4 : 5;
            other = made;
        }
        return 0;
    }
}
