import java.util.*;
import java.util.function.*;
import java.util.stream.*;

/** Collections that the other programs leave out, at their corners. */
public class Collections2 {
    enum Day { MON, TUE, WED, THU }
    static <T> void attempt(String what, Supplier<T> it) {
        try {
            System.out.println(what + " " + it.get());
        } catch (RuntimeException e) {
            System.out.println(what + " " + e);
        }
    }
    public static void main(String[] args) {
        LinkedList<Integer> l = new LinkedList<>(List.of(5, 3, 9));
        l.addFirst(1); l.addLast(7); l.add(2, 100); l.removeFirstOccurrence(9); l.push(0);
        ListIterator<Integer> it = l.listIterator(2);
        it.next(); it.set(-1); it.add(-2); it.previous(); it.remove();
        System.out.println(l + " " + l.peekLast() + l.pollFirst() + l.indexOf(7) + l.descendingIterator().next() + l.subList(1, 3));
        attempt("empty", () -> new LinkedList<String>().getFirst());
        PriorityQueue<String> q = new PriorityQueue<>(Comparator.comparing(String::length).thenComparing(Comparator.reverseOrder()));
        Collections.addAll(q, "ccc", "a", "bb", "b", "dddd", "aa");
        StringBuilder out = new StringBuilder();
        while (!q.isEmpty()) out.append(q.poll()).append(' ');
        System.out.println(out);
        EnumMap<Day, Integer> em = new EnumMap<>(Day.class);
        em.put(Day.WED, 3); em.put(Day.MON, 1); em.merge(Day.MON, 5, Integer::sum);
        System.out.println(em + " " + EnumSet.complementOf(EnumSet.of(Day.MON, Day.THU)) + EnumSet.range(Day.TUE, Day.THU) + em.containsKey(Day.TUE) + EnumSet.noneOf(Day.class));
        BitSet b = new BitSet();
        b.set(1); b.set(70, 75); b.flip(72); b.clear(1, 2);
        BitSet c = new BitSet(10); c.set(71); c.or(b); c.xor(b); c.set(3);
        System.out.println(b + " " + b.cardinality() + b.nextClearBit(70) + b.length() + " " + c + Arrays.toString(b.toLongArray()) + b.hashCode() + b.stream().sum());
        TreeMap<String, Integer> t = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (String s : "The quick brown Fox jumps over the lazy dog fox".split(" ")) t.merge(s, 1, Integer::sum);
        System.out.println(t + " " + t.headMap("j", true) + t.tailMap("p") + t.floorKey("e") + t.ceilingEntry("z") + t.descendingMap().firstKey() + t.pollFirstEntry() + t.subMap("d", "m").size());
        TreeSet<Integer> s = new TreeSet<>(List.of(5, 1, 9, 3));
        System.out.println(s.higher(5) + " " + s.lower(1) + s.headSet(5) + s.descendingSet() + s.subSet(1, false, 9, true) + s.pollLast());
        attempt("null key", () -> new TreeMap<String, String>().put(null, ""));
        attempt("mixed", () -> { TreeSet<Object> x = new TreeSet<>(); x.add("a"); return x.add(1); });
        LinkedHashMap<Integer, String> lru = new LinkedHashMap<>(4, .75f, true) { protected boolean removeEldestEntry(Map.Entry<Integer, String> e) { return size() > 3; } };
        for (int i = 0; i < 5; i++) { lru.put(i, "v" + i); lru.get(2); }
        System.out.println(lru + " " + lru.keySet() + lru.values());
        ArrayDeque<Integer> d = new ArrayDeque<>();
        for (int i = 0; i < 20; i++) { d.offerFirst(i); if (i % 3 == 0) d.pollLast(); }
        System.out.println(d + " " + d.contains(5) + d.peekFirst());
        attempt("null in deque", () -> d.add(null));
        attempt("cme", () -> { List<Integer> a = new ArrayList<>(List.of(1, 2, 3)); for (Integer i : a) a.remove(i); return a; });
        attempt("immutable", () -> List.of(1).add(2));
        attempt("immutable null", () -> List.of(1).contains(null));
        attempt("dup", () -> Set.of(1, 1));
        attempt("dup key", () -> Map.of("a", 1, "a", 2));
        attempt("sublist", () -> { List<Integer> a = new ArrayList<>(List.of(1, 2, 3)); List<Integer> v = a.subList(0, 2); a.add(4); return v.size(); });
        Map<String, List<Integer>> groups = IntStream.rangeClosed(1, 12).boxed().collect(Collectors.groupingBy(i -> i % 3 == 0 ? "fizz" : i % 2 == 0 ? "even" : "odd", TreeMap::new, Collectors.toList()));
        System.out.println(groups + " " + Stream.of("a", "b", "c").collect(Collectors.joining("-", "<", ">")) + Stream.iterate(1, x -> x * 3).limit(6).mapToInt(x -> x).summaryStatistics());
        System.out.println(Stream.of(5, 3, 8, 1).sorted(Collections.reverseOrder()).map(String::valueOf).toList() + " " + IntStream.range(0, 20).filter(x -> x % 7 == 0).mapToObj(Integer::toHexString).collect(Collectors.toCollection(LinkedHashSet::new)) + Stream.of(List.of(1, 2), List.of(3)).flatMap(List::stream).reduce(0, Integer::sum) + Stream.of(1, 2, 3, 4).collect(Collectors.partitioningBy(x -> x > 2, Collectors.counting())) + DoubleStream.of(1, 2, 4).average().getAsDouble() + Stream.of("x", "yy").collect(Collectors.toMap(x -> x, String::length)) + IntStream.iterate(10, x -> x > 0, x -> x - 3).boxed().toList() + Stream.of(1, 2, 3, 2).distinct().skip(1).anyMatch(x -> x == 3) + Arrays.stream(new int[] {3, 1}).max().getAsInt() + Stream.of(1, 2, 3, 4, 5).takeWhile(x -> x < 4).dropWhile(x -> x < 2).toList() + Stream.of(1, 2).mapMulti((x, sink) -> { sink.accept(x); sink.accept(x); }).toList());
        attempt("dup stream", () -> Stream.of("a", "a").collect(Collectors.toMap(x -> x, x -> 1)));
        attempt("reuse", () -> { Stream<Integer> st = Stream.of(1); st.count(); return st.count(); });
        attempt("opt", () -> Optional.empty().orElseThrow());
        System.out.println(Optional.of(3).map(x -> x + 1).filter(x -> x > 3).or(() -> Optional.of(0)) + " " + OptionalInt.empty() + Optional.ofNullable(null).isPresent());
        List<Integer> nums = new ArrayList<>(List.of(4, 2, 7, 1)); Collections.sort(nums); Collections.rotate(nums, 1); Collections.swap(nums, 0, 3);
        Collections.shuffle(nums, new Random(3));
        System.out.println(nums + " " + Collections.max(nums) + Collections.frequency(nums, 2) + Collections.nCopies(3, "z") + Collections.binarySearch(List.of(1, 3, 5), 4) + Collections.unmodifiableList(nums) + Collections.emptyMap() + Collections.disjoint(nums, List.of(9)));
        nums.removeIf(x -> x % 2 == 0); nums.replaceAll(x -> -x);
        System.out.println(nums + " " + new IdentityHashMap<>(Map.of("k", 1)) + new WeakHashMap<>(Map.of("w", 2)) + new Hashtable<>(Map.of(1, 2)) + new Vector<>(List.of(1)) + new Stack<Integer>().empty());
        Iterator<Integer> none = Collections.emptyIterator();
        attempt("iterator", none::next);
        System.out.println(Arrays.asList(3, 1, 2) + " " + Arrays.hashCode(new int[] {1, 2}) + Arrays.equals(new String[] {"a"}, new String[] {"a"}) + Arrays.compare(new int[] {1, 2}, new int[] {1, 3}) + Arrays.mismatch(new int[] {1, 2}, new int[] {1, 3}) + Arrays.toString(Arrays.copyOfRange(new int[] {1, 2, 3}, 1, 5)));
        System.out.println(new TreeMap<>(Map.of(3, "c", 1, "a")).entrySet().stream().map(e -> e.getKey() + e.getValue()).collect(Collectors.joining(",")) + new StringJoiner("/", "{", "}").add("a").add("b") + Objects.hash(1, "a", null) + Objects.requireNonNullElse(null, "d"));
        attempt("checkIndex", () -> Objects.checkIndex(5, 3));
        java.util.concurrent.ConcurrentHashMap<String, Integer> chm = new java.util.concurrent.ConcurrentHashMap<>();
        for (int i = 0; i < 30; i++) chm.merge("k" + i % 7, i, Integer::sum);
        System.out.println(new TreeMap<>(chm) + " " + chm.computeIfAbsent("new", k -> 1) + chm.reduceValues(1000, Integer::sum) + new java.util.concurrent.CopyOnWriteArrayList<>(List.of(1, 2)) + new java.util.concurrent.ConcurrentSkipListMap<>(Map.of(2, 'b', 1, 'a')) + new java.util.concurrent.atomic.AtomicInteger(3).incrementAndGet() + new java.util.concurrent.atomic.LongAdder());
    }
}
