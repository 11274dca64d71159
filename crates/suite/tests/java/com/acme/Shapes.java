package com.acme;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** All that tests must build and look at. */
public class Shapes {
    static int calls;

    int width;
    private final long height;
    private double[] sizes;
    protected Shapes twin;

    Shapes(int width, long height) {
        this.width = width;
        this.height = height;
    }

    /** Two fields by a constructor, one by a setter, one by assignment. */
    void setSizes(double[] sizes) {
        this.sizes = sizes;
    }

    public long area(int factor) {
        if (factor == 0) {
            throw new IllegalArgumentException("no \"factor\"\n");
        }
        if (twin != null && twin != this && twin.twin == this) {
            return -1;
        }
        return width * height / factor + (sizes == null ? 0 : sizes.length);
    }

    public Shapes link(Shapes other) {
        other.twin = this;
        twin = other;
        width++;
        return other;
    }

    enum Color {
        RED, GREEN {
            @Override
            boolean warm() {
                return false;
            }
        };

        boolean warm() {
            return true;
        }
    }

    static String describe(Color color, String text, Integer boxed, char[] letters) {
        calls++;
        if (color.warm()) {
            return text + letters.length + calls;
        }
        switch (text) {
            case "one": return "1";
            case "two": return null;
            default: return boxed == null ? "none" : boxed + "\u0000\uffff";
        }
    }

    /** Nobody else may name it. */
    private static final class Hidden {
        private int secret;
        private Hidden next;

        private Hidden(int secret) {
            this.secret = secret * 2;
        }
    }

    static int hidden(Object object) {
        Hidden hidden = (Hidden) object;
        return hidden.next == hidden ? hidden.secret : 0;
    }

    static Object reveal(int secret) {
        Hidden hidden = new Hidden(secret);
        hidden.next = hidden;
        return hidden;
    }

    record Point(int x, float y) {
        Point {
            if (x < 0) {
                throw new IllegalArgumentException();
            }
        }
    }

    static float scale(Point point, float[][] by) {
        return point.x() * point.y() * by[0][1];
    }

    class Inner {
        int depth;

        Inner(int depth) {
            this.depth = depth;
        }

        int all() {
            return depth + width;
        }
    }

    static <T extends Comparable<T>> T larger(Box<T> one, Box<T> two) {
        return one.content.compareTo(two.content) > 0 ? one.content : two.content;
    }

    static class Box<T> {
        T content;
    }

    static int sum(List<Integer> numbers, Map<String, Integer> named) {
        int sum = named.getOrDefault("x", 0);
        for (int number : numbers) {
            sum += number;
        }
        return sum;
    }

    static Map<String, Integer> count(String[] words) {
        Map<String, Integer> counts = new HashMap<>();
        for (String word : words) {
            counts.merge(word, 1, Integer::sum);
        }
        return counts;
    }

    static byte[] bytes(long bits, byte[] into) {
        for (int index = 0; index < 8; index++) {
            into[index] = (byte) (bits >>> (8 * index));
        }
        return into;
    }

    static double[] floats(double one, float two) {
        return new double[] {one, two, -0.0, 0.0 / 0.0};
    }

    static void exit(int status) {
        if (status != 0) {
            System.exit(status);
        }
    }

    static void loop(boolean forever) {
        while (forever) {
            calls++;
        }
    }

    private static int concealed(int number) {
        assert number > 0 : "too small";
        return number;
    }

    static int read() throws java.io.IOException {
        return System.in.read();
    }

    static int over(Object any) {
        return 1;
    }

    static int over(String text) {
        return 2;
    }

    static boolean same(String one, String two) {
        return one == two;
    }

    /** Nobody else may name it, but for its superclass. */
    private static final class Slanted extends Shapes {
        private Slanted() {
            super(1, 1);
        }
    }
}
