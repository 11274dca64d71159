// explore: HashCodes
// options: --all-paths --collection-size 2
// tests: confirmed

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** What depends on the addresses of objects or on the time is not asserted; what does not, is. */
public class HashCodes {
    int size;

    static String shown(int kind) {
        Object object = new HashCodes();
        return kind == 1 ? object.toString() : kind == 2 ? "fixed" : "3@" + Integer.toHexString(object.hashCode());
    }

    static int hash(HashCodes object, int salt) {
        return Objects.hash(object, salt);
    }

    static boolean even(Object object) {
        return object != null && object.hashCode() % 2 == 0;
    }

    static Object[] ordered() {
        Set<Object> all = new HashSet<>();
        HashCodes one = new HashCodes();
        one.size = 1;
        all.add(one);
        all.add(new HashCodes());
        return all.toArray();
    }

    static int counted(Map<HashCodes, Integer> counts) {
        if (counts == null) return 0;
        int sum = 0;
        for (Map.Entry<HashCodes, Integer> entry : counts.entrySet()) {
            if (entry.getKey() != null && entry.getValue() != null) sum += entry.getValue();
        }
        return sum;
    }

    static void failing(int kind) {
        if (kind > 0) throw new IllegalStateException("at " + new HashCodes());
        throw new IllegalArgumentException("user@example.org");
    }

    static class Event {
        final long at = System.currentTimeMillis();
        final int kind = 3;
        final String text = "at " + at;
    }

    static Event event() {
        return new Event();
    }

    static long elapsed() {
        long start = System.nanoTime();
        return System.nanoTime() - start;
    }

    static int random() {
        return new java.util.Random().nextInt(1000);
    }

    static int looked(String key) {
        Map<Object, Integer> map = new HashMap<>();
        map.put("one", 1);
        map.put(new HashCodes(), 2);
        return map.getOrDefault(key, 0);
    }

    /** The object that goes in comes out, whether it was looked at or not. */
    static HashCodes same(HashCodes object) {
        return Objects.requireNonNull(object);
    }

    static String first(String text) {
        return text != null ? text : "none";
    }
}
