// What no call leads to is not searched for, whatever the bounds of inputs; what may be called back is.
// reach: Calls.only --target function:Calls.Circle.area --target function:Calls.Square.area --target function:Calls.hidden
//   function:Calls.Circle.area: unreachable
//   function:Calls.Square.area: reached
//   function:Calls.hidden: unreachable
// reach: Calls.sorted --target function:Calls.Item.compareTo(Item) --target function:Calls.Item.toString
//   function:Calls.Item.compareTo(Item): reached
//   function:Calls.Item.toString: unreachable
// reach: Calls.given --max-paths 1 --target function:Calls.Circle.area --target function:Calls.hidden
//   function:Calls.Circle.area: open (limit hit: max-paths)
//   function:Calls.hidden: unreachable
// reach: Calls.named --max-paths 1 --target Calls.java:51
//   Calls.java:51: open (limit hit: max-paths)
import java.util.TreeSet;

class Calls {
    interface Shape {
        int area();
    }
    static class Square implements Shape {
        public int area() { return 4; }
    }
    static class Circle implements Shape {
        public int area() { return 3; }
    }
    static int only(String name) {
        Shape shape = new Square();
        return name.length() > 3 ? shape.area() : 0;
    }
    static class Item implements Comparable<Item> {
        final int size;
        Item(int size) { this.size = size; }
        public int compareTo(Item other) { return Integer.compare(size, other.size); }
        public String toString() { return "item"; }
    }
    static int sorted(int a, int b) {
        TreeSet<Item> items = new TreeSet<>();
        items.add(new Item(a));
        items.add(new Item(b));
        return items.size();
    }
    static int given(Shape shape) {
        return shape == null ? 0 : shape.area();
    }
    static int named(String name) throws Exception {
        if (name.length() != 5)
            return 0;
        return (int) Calls.class.getMethod(name).invoke(null);
    }
    public static int hidden() {
        return 1;
    }
}
