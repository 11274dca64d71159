import java.util.ArrayList;
import java.util.List;

/** Messages of null pointer exceptions say what was null. */
public class NullPointers1 {
    NullPointers1 next;
    int number;
    int[] ints;
    Object[][] objects = new Object[2][];
    static NullPointers1 shared;

    NullPointers1 self() {
        return next;
    }

    static String text() {
        return null;
    }

    interface Action {
        void run() throws Exception;
    }

    static void show(Action action) {
        try {
            action.run();
            System.out.println("nothing");
        } catch (Exception e) {
            System.out.println(e);
        }
    }

    static int length(String s, int[] a, long wide, Object last) {
        int n = 0;
        try {
            n += s.length();
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            n += a[n];
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            synchronized (last) {
                n++;
            }
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        return n;
    }

    public static void main(String[] args) {
        NullPointers1 a = new NullPointers1();
        a.next = args.length > 5 ? a : new NullPointers1();
        show(() -> a.next.next.number++);
        show(() -> System.out.println(a.next.next.next.number));
        show(() -> a.next.self().number = 3);
        show(() -> a.next.self().self());
        show(() -> System.out.println(shared.number));
        show(() -> shared.next = a);
        show(() -> System.out.println(a.ints[2]));
        show(() -> System.out.println(a.ints.length));
        show(() -> a.ints[1] = 2);
        show(() -> System.out.println(a.objects[1][0]));
        show(() -> a.objects[a.number][0] = "x");
        show(() -> System.out.println(text().length()));
        show(() -> text().substring(1, 2).trim());
        show(() -> { throw null; });
        show(() -> { RuntimeException e = null; throw e; });
        show(() -> { Integer i = null; int j = i; });
        show(() -> { List<String> l = null; l.add("x"); });
        show(() -> new ArrayList<String>(null));
        show(() -> { String[] s = {null}; s[0].length(); });
        show(() -> { switch (text()) { case "a": break; default: } });
        System.out.println(length(null, null, 1, null));
        Object o = a;
        ((NullPointers1) o).next.next.self();
    }
}
