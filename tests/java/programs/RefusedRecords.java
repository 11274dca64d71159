// explore: RefusedRecords RefusedRecords$Name.twice RefusedRecords.words
// options: --assert-fields --jobs 1
// findings: java.lang.ArithmeticException 55, java.lang.IllegalStateException 74, java.lang.IllegalStateException 92
// tests: confirmed
// branches: 60 of 74

import java.util.List;
import java.util.Objects;

/**
 * Records whose constructor checks or changes its arguments: what it refuses is no input, and what is
 * not looked at must be something that it accepts.
 */
public class RefusedRecords {
    record Money(long cents, String currency) {
        Money {
            if (currency == null) {
                throw new IllegalArgumentException("currency");
            }
            if (cents < 0) {
                throw new IllegalArgumentException("cents");
            }
        }
    }

    /** Nothing that the constructor refuses comes in. */
    static String label(Money money) {
        if (money != null && (money.currency() == null || money.cents < 0)) {
            throw new IllegalStateException();
        }
        return "";
    }

    /** Of the record nothing is known but that it is there. */
    static int there(Money money, int parts) {
        return money != null ? 1 : 0;
    }

    /** What the constructor changes is what is seen. */
    record Name(String text, int... sizes) {
        Name {
            text = text == null ? "" : text.trim();
            sizes = sizes.clone();
        }

        /** A receiver that nobody looks at. */
        int twice(int number) {
            return 2 * number;
        }
    }

    static int sizes(Name name) {
        if (name == null || name.sizes().length < 2) return 0;
        if (name.text().startsWith(" ")) throw new AssertionError();
        return name.sizes()[0] / name.sizes()[1];
    }

    sealed interface Shape permits Square, Circle {}

    record Square(int side) implements Shape {
        Square {
            if (side <= 0) throw new IllegalArgumentException("side");
        }
    }

    record Circle(int radius) implements Shape {
        Circle {
            if (radius % 2 == 0) throw new IllegalArgumentException("radius");
        }
    }

    static int area(Shape shape) {
        if (shape instanceof Square square) return square.side() == 0 ? -1 : square.side() * square.side();
        if (shape instanceof Circle circle && circle.radius() == 7) throw new IllegalStateException();
        return shape == null ? 0 : 1;
    }

    /** Records in records, in arrays and in collections. */
    record Pair(Money first, List<Square> second) {
        Pair {
            Objects.requireNonNull(first);
        }
    }

    static int pairs(Pair pair, Money[] all) {
        if (pair == null || all == null || all.length < 1) return 0;
        if (pair.first().cents() < 0) throw new AssertionError();
        if (pair.second() != null && pair.second().size() == 1 && pair.second().get(0) != null
                && pair.second().get(0).side() < 1) {
            throw new AssertionError();
        }
        if (all[0] == pair.first() && all[0].cents() == 10) throw new IllegalStateException();
        return all[0] != null ? 2 : 1;
    }

    /** What a record is made of may lead back to it. */
    static class Owner {
        Item item;
        int count;
    }

    record Item(Owner owner, int number) {
        Item {
            if (owner != null && owner.count < 3) throw new IllegalArgumentException("count");
        }
    }

    static int owned(Owner owner) {
        if (owner == null || owner.item == null) return 0;
        if (owner.item.owner() == owner) return owner.count < 3 ? 1 : 2;
        return 3;
    }

    private record Hidden(String[] words) {
        private Hidden {
            if (words == null || words.length == 0) throw new NullPointerException();
        }
    }

    private static int words(Hidden hidden) {
        return hidden == null ? 0 : hidden.words.length;
    }
}
