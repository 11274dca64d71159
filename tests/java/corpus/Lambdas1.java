import java.util.*;
import java.util.function.*;
import java.util.stream.*;

/** Lambdas, method references of every kind and streams. */
public class Lambdas1 {
    interface Tri<A, B, C, R> {
        R apply(A a, B b, C c);
    }

    int field = 10;

    int add(int x) {
        return x + field;
    }

    static String twice(Object o) {
        return o + "" + o;
    }

    Supplier<Integer> captureThis(int extra) {
        return () -> field + extra;
    }

    static <T> T pass(Supplier<? extends T> s) {
        return s.get();
    }

    static class Person {
        final String name;
        final int age;
        final String city;

        Person(String name, int age, String city) {
            this.name = name;
            this.age = age;
            this.city = city;
        }

        String name() {
            return name;
        }

        int age() {
            return age;
        }

        String city() {
            return city;
        }
    }

    public static void main(String[] args) {
        Lambdas1 me = new Lambdas1();
        Function<Integer, Integer> bound = me::add;
        BiFunction<Lambdas1, Integer, Integer> unbound = Lambdas1::add;
        Function<Object, String> statically = Lambdas1::twice;
        Supplier<List<String>> constructor = ArrayList::new;
        IntFunction<int[]> array = int[]::new;
        Function<String, Person> make = n -> new Person(n, n.length(), "here");
        Tri<Integer, Long, Double, Double> tri = (a, b, c) -> a + b * c;
        IntBinaryOperator op = Math::max;
        ToIntFunction<String> length = String::length;
        UnaryOperator<String> upper = String::toUpperCase;
        BinaryOperator<Integer> sum = Integer::sum;
        Comparator<String> order = String::compareToIgnoreCase;
        Runnable run = () -> me.field++;
        run.run();
        System.out.println(bound.apply(1) + " " + unbound.apply(me, 2) + " " + statically.apply('x') + " " + constructor.get() + " " + array.apply(3).length + " " + make.apply("Bob").age + " " + tri.apply(1, 2L, 1.5) + " " + op.applyAsInt(3, 4) + " " + length.applyAsInt("four") + " " + upper.apply("up") + " " + sum.apply(5, 6) + " " + order.compare("a", "B") + " " + me.captureThis(5).get() + " " + pass(() -> "passed"));
        System.out.println(bound.andThen(x -> x * 2).compose((Integer x) -> x - 1).apply(10) + " " + Function.<Integer>identity().apply(3) + " " + Predicate.not(String::isEmpty).test("") + " " + ((Predicate<Integer>) x -> x > 3).and(x -> x < 9).negate().test(5) + " " + BinaryOperator.minBy(Comparator.<Integer>naturalOrder()).apply(4, 2));
        long big = 1L << 40;
        double d = 0.5;
        LongSupplier captured = () -> (long) (big * d);
        System.out.println(captured.getAsLong());
        Function<Integer, Function<Integer, Integer>> curried = a -> b -> a * b;
        System.out.println(curried.apply(6).apply(7));

        List<Person> people = List.of(new Person("Ann", 31, "Rome"), new Person("Ben", 25, "Oslo"), new Person("Cid", 42, "Rome"), new Person("Dan", 25, "Bern"));
        System.out.println(people.stream().filter(p -> p.age > 25).map(Person::name).collect(Collectors.toList()));
        System.out.println(people.stream().sorted(Comparator.comparingInt(Person::age).thenComparing(Person::name, Comparator.reverseOrder())).map(Person::name).collect(Collectors.joining(", ", "<", ">")));
        System.out.println("" + people.stream().collect(Collectors.groupingBy(Person::city, TreeMap::new, Collectors.mapping(Person::name, Collectors.toList()))));
        System.out.println(people.stream().mapToInt(Person::age).summaryStatistics());
        System.out.println(people.stream().collect(Collectors.partitioningBy(p -> p.age > 30, Collectors.counting())));
        System.out.println("" + people.stream().collect(Collectors.toMap(Person::city, Person::age, Integer::sum, LinkedHashMap::new)));
        System.out.println(IntStream.rangeClosed(1, 5).mapToObj(i -> "n" + i).collect(Collectors.joining("|")) + " " + IntStream.range(0, 100).filter(i -> i % 7 == 0).sum() + " " + Stream.iterate(1, x -> x * 2).limit(10).reduce(0, Integer::sum) + " " + Stream.of("a", "bb", "ccc").flatMap(s -> s.chars().mapToObj(c -> (char) c)).map(String::valueOf).collect(Collectors.joining()) + " " + Stream.of(3, 1, 2, 3, 1).distinct().sorted().toList() + " " + IntStream.of(3, 1, 2).boxed().max(Comparator.naturalOrder()).get() + " " + Stream.of(1, 2, 3, 4).anyMatch(x -> x > 3) + Stream.of(1, 2).allMatch(x -> x > 1) + Stream.<Integer>empty().findFirst().isPresent() + " " + Stream.of(1, 2, 3, 4, 5).skip(1).takeWhile(x -> x < 5).peek(x -> {}).count() + " " + DoubleStream.of(1, 2, 3.5).average().getAsDouble() + " " + LongStream.range(0, 5).mapToObj(Long::toString).toList());
        System.out.println(Arrays.stream(new int[] {4, 5, 6}).map(x -> x * x).boxed().collect(Collectors.toList()) + " " + Stream.of("x", "y").collect(Collectors.collectingAndThen(Collectors.toList(), List::size)) + " " + people.stream().map(Person::age).reduce(Integer::max).get() + " " + people.stream().collect(Collectors.averagingInt(Person::age)) + " " + Arrays.toString(people.stream().map(Person::name).toArray(String[]::new)) + " " + Stream.of(5, 3, 8).collect(Collectors.teeing(Collectors.counting(), Collectors.summingInt(x -> x), (n, s) -> n + "/" + s)));
        Iterator<Integer> generated = Stream.generate(new Supplier<Integer>() {
            int next;

            public Integer get() {
                return next++;
            }
        }).iterator();
        generated.next();
        System.out.println(generated.next());
        Comparator<Person> c = Comparator.nullsFirst(Comparator.comparing(Person::city));
        System.out.println(c.compare(null, people.get(0)) + " " + c.compare(people.get(0), people.get(1)));
        Object o = (Runnable & java.io.Serializable) () -> System.out.println("serialisable");
        ((Runnable) o).run();
        System.out.println(o instanceof java.io.Serializable);
        int[] counter = {0};
        new TreeMap<>(Map.of(2, "b", 1, "a")).forEach((k, v) -> counter[0] += k * v.charAt(0));
        System.out.println(counter[0]);
    }
}
