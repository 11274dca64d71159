// explore: LookUps
// paths: 726
// findings: java.lang.IllegalStateException 28, java.lang.NullPointerException 38
// branches: all
// left: input strings longer than --string-length, input strings with characters above U+00FF
// limits: none
// tests: confirmed

import java.util.HashMap;
import java.util.Map;

/** Hash maps asked for keys that are inputs. */
public class LookUps {
    private static final Map<String, Integer> AGES = new HashMap<>();

    static {
        AGES.put("ann", 31);
        AGES.put("bob", 27);
        AGES.put(null, 7);
    }

    static String age(String name) {
        Integer age = AGES.get(name);
        if (age == null) {
            return "unknown";
        }
        if (age == 27) {
            throw new IllegalStateException("bob");
        }
        return age < 18 ? "nobody" : "grown up";
    }

    /** Both keys are inputs: one entry or two, or the null key. */
    static int entries(String first, String second) {
        Map<String, Integer> lengths = new HashMap<>();
        lengths.put(first, 1);
        lengths.merge(second, 1, Integer::sum);
        int count = lengths.get(first) + second.length();
        if (lengths.size() == 1) {
            return count == 4 ? 1 : 2;
        }
        return 3;
    }
}
