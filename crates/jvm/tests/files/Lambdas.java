import java.util.function.IntUnaryOperator;

/** A lambda expression that holds a variable, and a reference to a method. */
class Lambdas {
    static IntUnaryOperator adder(int by) {
        return x -> x + by;
    }

    static IntUnaryOperator absolute() {
        return Math::abs;
    }
}
