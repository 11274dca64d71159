// explore: AbstractClasses$Shape AbstractClasses$Suit.isLong
// findings: none
// tests: confirmed

/** Constructors of abstract classes and enumerations are not explored: nobody can call them alone. */
public class AbstractClasses {
    abstract static class Shape {
        final int side;

        Shape(int side) {
            if (side == 3) throw new IllegalArgumentException();
            this.side = side;
        }

        int twice() {
            return side == 4 ? 9 : 2 * side;
        }
    }

    static class Square extends Shape {
        Square(int side) {
            super(side);
        }
    }

    /** Nobody gives an enumeration's constructor null. */
    enum Suit {
        CLUBS("c"), SPADES("s"); final int length; Suit(String text) { length = text.length(); }

        boolean isLong() {
            return length > 1;
        }
    }
}
