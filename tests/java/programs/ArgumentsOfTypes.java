// What has other type arguments than a variable asks for is none of its inputs: in parameters, fields, elements, and of classes of the JDK.
//
// explore: ArgumentsOfTypes
// options: --objects any-state
// findings: none
// tests: confirmed

import java.util.List;

public class ArgumentsOfTypes {
    interface Handler<T> {
        int handle(T given);
    }

    static class OfText implements Handler<String> {
        @Override
        public int handle(String given) {
            return given == null ? 0 : given.length();
        }
    }

    static class OfNumbers implements Handler<Integer> {
        @Override
        public int handle(Integer given) {
            return given == null ? 0 : 1;
        }
    }

    static class Base<T> {
        T held;
    }

    static class Below extends Base<String> {}

    static class Box<T> {
        Base<T> base;
    }

    static class Whole implements Comparable<Whole> {
        @Override
        public int compareTo(Whole other) {
            return 0;
        }
    }

    static int parameter(Handler<Integer> handler, int given) {
        return handler == null ? 0 : handler.handle(given);
    }

    static int elements(List<Handler<Integer>> handlers) {
        int sum = 0;
        for (int i = 0; handlers != null && i < handlers.size(); i++) {
            if (handlers.get(i) != null) sum += handlers.get(i).handle(i);
        }
        return sum;
    }

    static boolean below(Base<Integer> base) {
        Object any = base;
        if (any instanceof Below) throw new IllegalStateException();
        return base != null && base.held != null && base.held.intValue() == 3;
    }

    static boolean field(Box<Integer> box) {
        Object any = box == null ? null : box.base;
        if (any instanceof Below) throw new IllegalStateException();
        return any != null && box.base.held != null && box.base.held.intValue() == 3;
    }

    static int compared(Comparable<String> one) {
        return one == null ? 0 : one.compareTo("a");
    }

    static int array(List<Integer>[] all) {
        if (all == null || all.length == 0 || all[0] == null || all[0].isEmpty()) return 0;
        Integer first = all[0].get(0);
        return first == null ? 1 : first;
    }
}
