import java.util.*;

/** The collections of java.util. */
public class Collections1 {
    enum Day { MON, TUE, WED, THU }

    static void attempt(Runnable action) {
        try {
            action.run();
        } catch (RuntimeException e) {
            System.out.println(e.getClass().getName() + ": " + e.getMessage());
        }
    }

    public static void main(String[] args) {
        List<Integer> list = new ArrayList<>();
        for (int i = 0; i < 40; i++) list.add(i * 37 % 41);
        list.remove(3);
        list.remove(Integer.valueOf(5));
        list.add(2, -1);
        System.out.println(list + " " + list.size() + " " + list.indexOf(7) + " " + list.contains(100) + " " + list.subList(3, 8));
        Collections.sort(list);
        System.out.println(list + " " + Collections.max(list) + Collections.min(list) + " " + Collections.binarySearch(list, 17));
        Collections.reverse(list);
        list.removeIf(x -> x % 3 == 0);
        list.replaceAll(x -> x * x);
        list.sort(Comparator.comparing((Integer x) -> x % 10).thenComparing(Comparator.reverseOrder()));
        System.out.println(list);
        Collections.shuffle(list, new Random(42));
        System.out.println(list + " " + list.hashCode() + " " + list.equals(new LinkedList<>(list)));

        Map<String, Integer> map = new HashMap<>();
        for (String w : "the quick brown fox jumps over the lazy dog the end".split(" ")) map.merge(w, 1, Integer::sum);
        System.out.println(map + " " + map.get("the") + " " + map.getOrDefault("cat", 0) + " " + map.containsKey("fox") + " " + map.keySet() + map.values() + map.hashCode());
        map.computeIfAbsent("cat", String::length);
        map.computeIfPresent("dog", (k, v) -> null);
        map.putIfAbsent("the", 9);
        map.entrySet().removeIf(e -> e.getValue() > 2);
        System.out.println(map + " " + map.size());
        Map<Integer, String> many = new HashMap<>(4);
        for (int i = 0; i < 200; i++) many.put(i * 64, "v" + i);
        int sum = 0;
        for (Map.Entry<Integer, String> e : many.entrySet()) sum += e.getKey() * e.getValue().length();
        System.out.println(sum + " " + many.get(640) + " " + many.remove(64) + " " + many.size());

        TreeMap<String, Integer> tree = new TreeMap<>(map);
        tree.put("m", 1);
        tree.put("zebra", 2);
        System.out.println(tree + " " + tree.firstKey() + " " + tree.lastEntry() + " " + tree.floorKey("n") + " " + tree.ceilingKey("n") + " " + tree.headMap("l") + tree.tailMap("o", false) + tree.descendingMap() + tree.pollFirstEntry());
        TreeSet<Integer> sorted = new TreeSet<>(list);
        System.out.println(sorted + " " + sorted.higher(100) + " " + sorted.subSet(50, 500) + " " + sorted.descendingSet());
        Map<String, List<Integer>> linked = new LinkedHashMap<>();
        for (int i = 0; i < 6; i++) linked.computeIfAbsent(i % 2 == 0 ? "even" : "odd", k -> new ArrayList<>()).add(i);
        System.out.println(linked);
        Map<String, Integer> lru = new LinkedHashMap<>(8, 0.75f, true) {
            protected boolean removeEldestEntry(Map.Entry<String, Integer> e) {
                return size() > 2;
            }
        };
        lru.put("a", 1);
        lru.put("b", 2);
        lru.get("a");
        lru.put("c", 3);
        System.out.println(lru);

        Deque<Integer> deque = new ArrayDeque<>();
        for (int i = 0; i < 20; i++) {
            if (i % 3 == 0) deque.addFirst(i); else deque.addLast(i);
        }
        System.out.println(deque + " " + deque.pollFirst() + deque.pollLast() + deque.peek() + " " + deque.size());
        Deque<String> linkedDeque = new LinkedList<>(List.of("p", "q"));
        linkedDeque.push("o");
        System.out.println(linkedDeque + linkedDeque.pop() + linkedDeque.getLast());
        PriorityQueue<String> queue = new PriorityQueue<>(Comparator.comparing(String::length).thenComparing(Comparator.naturalOrder()));
        queue.addAll(List.of("pear", "fig", "banana", "kiwi", "date", "apple"));
        StringBuilder out = new StringBuilder();
        while (!queue.isEmpty()) out.append(queue.poll()).append(' ');
        System.out.println(out);
        Stack<Integer> stack = new Stack<>();
        stack.push(1);
        stack.push(2);
        System.out.println(stack.pop() + stack.peek() + " " + stack.search(1));

        EnumMap<Day, String> days = new EnumMap<>(Day.class);
        days.put(Day.WED, "w");
        days.put(Day.MON, "m");
        System.out.println(days + " " + EnumSet.range(Day.TUE, Day.THU) + EnumSet.complementOf(EnumSet.of(Day.MON)) + EnumSet.allOf(Day.class).size());
        BitSet bits = new BitSet();
        bits.set(3);
        bits.set(70, 75);
        bits.flip(72);
        System.out.println(bits + " " + bits.cardinality() + " " + bits.nextSetBit(4) + " " + bits.length());
        Set<String> immutable = Set.of("one");
        System.out.println(immutable + " " + List.of(1, 2, 3) + Map.of("k", "v") + List.copyOf(list).size() + Collections.emptyList() + Collections.singletonMap(1, 2) + Collections.nCopies(3, "n") + Collections.frequency(List.of(1, 2, 1), 1) + Collections.unmodifiableList(list).size());
        attempt(() -> List.of(1).add(2));
        attempt(() -> new ArrayList<>(List.of(1)).get(1));
        attempt(() -> new ArrayDeque<>().pop());
        attempt(() -> { for (Integer x : list) list.add(x); });
        attempt(() -> new ArrayList<Integer>().iterator().next());
        attempt(() -> List.of(1, null));
        attempt(() -> new TreeMap<String, Integer>().firstKey());
        attempt(() -> new TreeMap<String, Integer>().put(null, 1));
        attempt(() -> Collections.unmodifiableMap(map).put("x", 1));
        Iterator<Integer> it = list.listIterator(2);
        it.next();
        it.remove();
        System.out.println(list.size() + " " + Optional.of(5).map(x -> x + 1).filter(x -> x > 5).orElse(0) + Optional.empty().isPresent() + Optional.ofNullable(null).or(() -> Optional.of("or")).get());
        attempt(() -> Optional.empty().orElseThrow());
        attempt(() -> Objects.requireNonNull(null, "must be there"));
        IdentityHashMap<String, Integer> identity = new IdentityHashMap<>();
        identity.put(new String("a"), 1);
        identity.put(new String("a"), 2);
        System.out.println(identity.size());
        Integer[] array = list.toArray(new Integer[0]);
        System.out.println(array.length + " " + Arrays.asList(array).equals(list));
        java.util.concurrent.ConcurrentHashMap<String, Integer> concurrent = new java.util.concurrent.ConcurrentHashMap<>();
        for (int i = 0; i < 50; i++) concurrent.merge("k" + i % 7, i, Integer::sum);
        System.out.println(new TreeMap<>(concurrent) + " " + concurrent.size());
    }
}
