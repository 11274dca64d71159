// explore: Functions Functions.hidden
// options: --assert-fields --string-length 3
// findings: java.lang.ArithmeticException 29, java.lang.NullPointerException 36, java.lang.IllegalStateException 46, java.lang.IllegalStateException 60, java.lang.IllegalStateException 83
// tests: confirmed
// branches: all

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import java.util.function.BinaryOperator;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;

/** Functions as inputs: each call returns anything; tests have lambdas that return that, in order. */
public class Functions {
    /** Two calls with the same argument need not agree. */
    static int twice(IntUnaryOperator operator, int argument) {
        if (operator == null) return 0;
        int first = operator.applyAsInt(argument);
        int second = operator.applyAsInt(argument);
        return first == 7 && second < first ? 100 / (second - 3) : 1;
    }

    static int supplied(Supplier<String> supplier) {
        if (supplier == null) return 0;
        String text = supplier.get();
        // Null is something a function may return.
        return text.equals("ab") ? 1 : 2;
    }

    static String applied(Function<String, Integer> function, BiFunction<String, String, List<Integer>> other) {
        if (function == null || other == null) return null;
        Integer number = function.apply("one");
        List<Integer> numbers = other.apply("one", "two");
        if (number == null || numbers == null) return "none";
        Function<String, String> both = function.andThen(n -> n == null ? "null" : "n");
        if (numbers.size() == 2 && numbers.get(1) != null && numbers.get(1).equals(number)) {
            if (number > 41) throw new IllegalStateException();
        }
        return both.apply("three");
    }

    static int filtered(Predicate<String> wanted, BooleanSupplier end, Consumer<? super String> taken) {
        if (wanted == null || end == null || taken == null) return -1;
        int count = 0;
        for (String text : List.of("a", "b", "c")) {
            if (wanted.negate().test(text)) continue;
            taken.accept(text);
            count++;
            if (end.getAsBoolean()) break;
        }
        if (count == 2 && end.getAsBoolean()) throw new IllegalStateException();
        return count;
    }

    /** The comparator is the program's own business, whatever it says. */
    static String sorted(Comparator<String> order) {
        if (order == null) return "";
        List<String> all = new ArrayList<>(List.of("x", "y"));
        all.sort(order.reversed());
        return all.get(0);
    }

    /** A user's interface with a type parameter, a default method, and methods of every object. */
    interface Rule<T> {
        boolean holds(T value) throws Exception;
        default boolean fails(T value) throws Exception { return !holds(value); }
        boolean equals(Object other);
        static <T> Rule<T> always() { return value -> true; }
    }

    static int checked(Rule<String> rule, Runnable then) throws Exception {
        if (rule == null || then == null) return 0;
        then.run();
        if (rule.fails("x") && rule.holds("x")) throw new IllegalStateException("rule");
        return 1;
    }

    /** The result's type is not that of the method that is called. */
    interface Name extends Supplier<String> {}

    interface Chosen<T extends Comparable<T>> extends BinaryOperator<T> {}

    static int inherited(Name name, Chosen<String> chosen, UnaryOperator<int[]> changed) {
        if (name == null || chosen == null || changed == null) return 0;
        String text = chosen.apply("a", name.get());
        int[] numbers = changed.apply(new int[] {1, 2});
        return text != null && numbers != null && numbers.length == text.length() ? 1 : 2;
    }

    private interface Hidden {
        Object value(long number, String... names);

        default boolean same(long number) {
            return value(number) == this;
        }
    }

    /** Nobody else may name the interface; one result is the function itself. */
    private static int hidden(Hidden hidden) {
        if (hidden == null) return 0;
        if (hidden.same(4)) return 1;
        return hidden.value(5, "x") == null ? 2 : 3;
    }

    static double kept(Holder holder) {
        if (holder == null || holder.weight == null || holder.make == null) return -1;
        Holder made = holder.make.get();
        holder.calls++;
        if (made == holder) return holder.weight.applyAsDouble("a");
        return made == null ? 1 : 2;
    }

    static class Holder {
        ToDoubleFunction<String> weight;
        Supplier<Holder> make;
        int calls;
    }

    static int called(Callable<Character> callable, Function<Object, Object>[] all) throws Exception {
        if (callable == null || all == null || all.length < 1) return 0;
        Character character = callable.call();
        if (all[0] != null && all[0].apply(character) == all[0]) return 1;
        return character == null ? 2 : character == 'z' ? 3 : 4;
    }
}
