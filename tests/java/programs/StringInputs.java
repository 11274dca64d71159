// explore: StringInputs
// findings: java.lang.NullPointerException 11, java.lang.NullPointerException 21
// verdicts: confirmed
// tests: confirmed

import java.util.HashMap;
import java.util.Map;

public class StringInputs {
    static int choose(String word) {
        switch (word) {
            case "start": return 1;
            case "stop": return 2;
            case "Aa": return 3;
            case "BB": return 4;
            default: return 0;
        }
    }

    static boolean password(String given) {
        return given.equals("s3cret");
    }

    static String parse(String text) {
        try {
            return Integer.parseInt(text) > 1000 ? "large" : "small";
        } catch (NumberFormatException e) {
            return "none";
        }
    }

    static int lookUp(String key) {
        Map<String, Integer> ages = new HashMap<>();
        ages.put("ann", 31);
        ages.put("bob", 27);
        Integer age = ages.get(key);
        return age == null ? -1 : age;
    }
}
