// The JDK calls the methods of its own types, and no others: what those would do keeps nothing from being proved.
// reach: Overridden.sorted --direction backward --target Overridden.java:22 --target Overridden.java:24 --target function:Overridden.hidden
//   Overridden.java:22: open (functions that are called by the host)
//   Overridden.java:24: unreachable
//   function:Overridden.hidden: unreachable
// reach: Overridden.named --direction backward --target function:Overridden.hidden
//   function:Overridden.hidden: open (java.lang.Class.forName, which Overridden$Item.named()V names, may call methods or write fields by their names)
// reach: Overridden.inherited --target function:Overridden.Base.run
//   function:Overridden.Base.run: reached
import java.util.Comparator;
import java.util.Optional;
import java.util.TreeSet;

class Overridden {
    static class Item implements Comparator<Item> {
        int size;
        Item(int size) {
            this.size = size;
        }
        public int compare(Item one, Item other) {
            if (one == this && size > 3)
                return 1;
            if (size > 3 && size < 3)
                return 2;
            return 0;
        }
        void named() throws Exception {
            Class.forName("Overridden").getDeclaredConstructor().newInstance();
        }
    }
    // It gets the type of the JDK from a class below it.
    static class Base {
        public void run() {
            hidden();
        }
    }
    static class Below extends Base implements Runnable { }
    static int sorted(int a) {
        TreeSet<Item> items = new TreeSet<>(new Item(a));
        items.add(new Item(a + 1));
        return items.size();
    }
    static int named(int a) throws Exception {
        new Item(a).named();
        return 0;
    }
    static void inherited(int a) {
        Runnable below = new Below();
        Optional.of(a).ifPresentOrElse(it -> { }, () -> { });
        Optional.<Integer>empty().ifPresentOrElse(it -> { }, below);
    }
    static int hidden() {
        return 1;
    }
}
