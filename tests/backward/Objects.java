// Fields, elements and what refers to the same object.
class Objects {
    static class Node {
        int v;
        Node next;
        long wide;
        double real;
        boolean flag;
        byte small;
        Node() {
        }
        Node(int v, Node next) {
            this.v = v;
            this.next = next;
        }
    }

    static int aliased(Node a, Node b) {
        if (a == null || b == null)
            return 0;
        a.v = 1;
        b.v = 2;
        if (a.v == 2 && a != b)
            return 1; // never
        if (a.v == 2)
            return 2; // sometimes
        return 0;
    }

    static int list(int n) {
        Node list = null;
        for (int i = 0; i < 3; i++)
            list = new Node(i, list);
        if (list.v != 2)
            return 1; // never
        if (list.next.next.next != null)
            return 2; // never
        if (list == list.next)
            return 3; // never
        Node last = list.next.next;
        last.v = n;
        if (list.next.next.v != n)
            return 4; // never
        if (list.next.v == n)
            return 5; // sometimes
        return 0;
    }

    static int manyMade(int n) {
        Node before = null, now = null;
        for (int i = 0; i < n; i++) {
            before = now;
            now = new Node();
        }
        if (n > 1 && before == now)
            return 1; // never
        if (before != null && before != now)
            return 2; // sometimes
        return 0;
    }

    static int kinds(Node a, long w, double r, byte s) {
        if (a == null)
            return 0;
        a.wide = w;
        a.real = r;
        a.small = s;
        a.flag = s > 3;
        if (a.wide != w)
            return 1; // never
        if (r == 2.5 && a.real != 2.5)
            return 2; // never
        if (a.small != s)
            return 3; // never
        if (a.flag && s <= 3)
            return 4; // never
        if (a.small == -5 && a.wide == 1L << 40)
            return 5; // sometimes
        return 0;
    }

    static int inputChain(Node a) {
        if (a == null || a.next == null || a.next.next == null)
            return 0;
        if (a.next.next == a && a.next != a)
            return 1; // sometimes
        Node old = a.next;
        a.next = new Node(4, null);
        if (a.next == old)
            return 2; // never
        if (a.next.v != 4)
            return 3; // never
        if (old.v == 4)
            return 4; // sometimes
        return 0;
    }

    static int arrays(int[] a, int[] b, int i) {
        if (a == null || b == null || a.length < 3 || b.length < 3 || i < 0 || i > 2)
            return 0;
        a[0] = 5;
        b[i] = 6;
        if (a[0] == 6 && i != 0)
            return 1; // never
        if (a[0] == 6 && a != b)
            return 2; // never
        if (a[0] == 6)
            return 3; // sometimes
        int[] copy = a.clone();
        copy[0] = 9;
        if (copy[0] != 9)
            return 4; // never
        System.arraycopy(copy, 0, a, 0, 2);
        if (a[0] == 9)
            return 5; // sometimes
        return 0;
    }

    static int nested(int n) {
        int[][] all = new int[3][4];
        all[1][2] = n;
        if (all[1][2] != n)
            return 1; // never
        if (all[2] == all[1])
            return 2; // never, not proved
        if (all[1][2] == 8)
            return 3; // sometimes
        return 0;
    }

    static int covariant(int n) {
        Object[] all = new String[2];
        try {
            all[0] = Integer.valueOf(n);
        } catch (ArrayStoreException e) {
            return 1; // sometimes
        }
        return 2; // never, not proved
    }

    static int cast(Object o) {
        if (o instanceof Node && o instanceof int[])
            return 1; // never
        try {
            Node node = (Node) o;
            if (node != null && node.v == 3)
                return 2; // sometimes
        } catch (ClassCastException e) {
            if (o instanceof Node)
                return 3; // never
            return 4; // sometimes
        }
        return 0;
    }
}
