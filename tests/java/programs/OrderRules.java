// explore: OrderRules.price OrderRules.share OrderRules.count
// options: --array-length 3 --all-paths
// findings: java.lang.ArithmeticException 55, java.lang.IllegalArgumentException 43, java.lang.NullPointerException 62
// verdicts: confirmed
// tests: confirmed

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Prices of orders: calls through an interface, collections, a switch over strings, several methods. */
public class OrderRules {
    interface Rule {
        int apply(int price);
    }

    static class Discount implements Rule {
        public int apply(int price) {
            return price > 100 ? price - 10 : price;
        }
    }

    static class Minimum implements Rule {
        public int apply(int price) {
            return price < 20 ? 20 : price;
        }
    }

    static Rule rule(String name) {
        switch (name) {
            case "discount":
                return new Discount();
            case "minimum":
                return new Minimum();
            default:
                return price -> price;
        }
    }

    static int price(int kind, int amount) {
        if (amount < 0) {
            throw new IllegalArgumentException("amount");
        }
        Map<Integer, String> names = new HashMap<>();
        names.put(0, "discount");
        names.put(1, "minimum");
        String name = names.getOrDefault(kind, "none");
        return rule(name).apply(amount);
    }

    static int share(byte total, byte parts) {
        int rest = 0;
        for (int i = 0; i < 3; i++) {
            rest += (total >> i) % parts > 1 ? 1 : 2;
        }
        return rest;
    }

    static int count(byte[] kinds) {
        List<String> known = new ArrayList<>();
        for (byte kind : kinds) {
            if (kind == 'a' || kind == 'b') {
                known.add(kind == 'a' ? "first" : "second");
            }
        }
        return known.size();
    }
}
