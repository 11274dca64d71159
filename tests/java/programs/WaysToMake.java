// Objects by constructors, by static factories (also of a superclass), by builders, and of inner classes;
// what a call is given is made just before it, as what it is made of may have been changed by others.
//
// explore: WaysToMake.weigh
// options: --objects calls --sequence-length 2 --heap-depth 4 --jobs 1 --time 60
// exhaustive: false
// findings: java.lang.AssertionError 20, java.lang.AssertionError 23, java.lang.AssertionError 26, java.lang.AssertionError 29
// tests: confirmed
// written: Box box = Box.large();
// written: builder1.weight(7);
// written: Parcel parcel = builder1.build();
// unsupported: none

public class WaysToMake {
    public static void weigh(Box box, Parcel parcel, Shelf.Slot slot, Crate crate) {
        if (box == null || parcel == null || slot == null || crate == null) {
            return;
        }
        if (box.size() == 12) {
            throw new AssertionError("a large box");
        }
        if (parcel.weight == 7) {
            throw new AssertionError("by its builder");
        }
        if (slot.number() == 4) {
            throw new AssertionError("the shelf had four slots when this one was made");
        }
        if (crate.seen == 2) {
            throw new AssertionError("the shelf had two slots when this crate saw it");
        }
        if (box.size() > 12) {
            throw new AssertionError("no box is larger");
        }
    }
}

abstract class Box {
    private final int size;

    Box(int size) {
        this.size = size;
    }

    int size() {
        return size;
    }

    static Box large() {
        return new Large();
    }

    static Box small() {
        return new Small();
    }

    private static final class Large extends Box {
        Large() {
            super(12);
        }
    }

    private static final class Small extends Box {
        Small() {
            super(2);
        }
    }
}

final class Parcel {
    final int weight;

    private Parcel(Builder builder) {
        weight = builder.weight;
    }

    static final class Builder {
        private int weight;

        Builder weight(int weight) {
            this.weight = weight;
            return this;
        }

        Parcel build() {
            return new Parcel(this);
        }
    }
}

final class Shelf {
    int slots;

    void add() {
        slots += 2;
    }

    final class Slot {
        private final int number;

        Slot() {
            number = slots;
        }

        int number() {
            return number;
        }
    }
}

final class Crate {
    int seen = -1;

    void see(Shelf shelf) {
        seen = shelf.slots;
    }
}
