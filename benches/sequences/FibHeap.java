/** A Fibonacci heap (Fredman and Tarjan, 1984): trees in rings, which are joined only when the least is taken out. */
public class FibHeap {
    private static class Node {
        int key;
        int degree;
        boolean marked;
        Node parent;
        Node child;
        Node left;
        Node right;

        Node(int key) {
            this.key = key;
            left = this;
            right = this;
        }
    }

    private Node least;
    private int size;

    public void insert(int key) {
        Node node = new Node(key);
        if (least == null) {
            least = node;
        } else {
            putBeside(node, least);
            if (key < least.key)
                least = node;
        }
        size++;
    }

    public int min() {
        return least == null ? 0 : least.key;
    }

    public int removeMin() {
        if (least == null)
            return -1;
        Node gone = least;
        while (gone.child != null) {
            Node child = gone.child;
            takeFrom(gone, child);
            putBeside(child, gone);
        }
        size--;
        if (gone.right == gone) {
            least = null;
        } else {
            least = gone.right;
            takeOut(gone);
            consolidate();
        }
        return gone.key;
    }

    public void decreaseKey(int old, int key) {
        Node node = find(least, old);
        if (node == null || key >= node.key)
            return;
        node.key = key;
        Node above = node.parent;
        if (above != null && node.key < above.key) {
            cut(node, above);
            while (above.parent != null) {
                if (!above.marked) {
                    above.marked = true;
                    break;
                }
                Node next = above.parent;
                cut(above, next);
                above = next;
            }
        }
        if (node.key < least.key)
            least = node;
    }

    private static Node find(Node ring, int key) {
        if (ring == null)
            return null;
        Node at = ring;
        do {
            if (at.key == key)
                return at;
            Node below = find(at.child, key);
            if (below != null)
                return below;
            at = at.right;
        } while (at != ring);
        return null;
    }

    private void cut(Node node, Node above) {
        takeFrom(above, node);
        putBeside(node, least);
        node.marked = false;
    }

    private static void takeFrom(Node above, Node child) {
        above.child = child.right == child ? null : child.right;
        takeOut(child);
        child.parent = null;
        above.degree--;
    }

    private static void takeOut(Node node) {
        node.left.right = node.right;
        node.right.left = node.left;
        node.left = node;
        node.right = node;
    }

    private static void putBeside(Node node, Node other) {
        node.left = other;
        node.right = other.right;
        other.right.left = node;
        other.right = node;
    }

    private void consolidate() {
        Node[] byDegree = new Node[8];
        Node rest = least;
        while (rest != null) {
            Node at = rest;
            rest = at.right == at ? null : at.right;
            takeOut(at);
            while (byDegree[at.degree] != null) {
                Node other = byDegree[at.degree];
                byDegree[at.degree] = null;
                if (other.key < at.key) {
                    Node smaller = other;
                    other = at;
                    at = smaller;
                }
                other.parent = at;
                other.marked = false;
                if (at.child == null)
                    at.child = other;
                else
                    putBeside(other, at.child);
                at.degree++;
            }
            byDegree[at.degree] = at;
        }
        least = null;
        for (Node root : byDegree) {
            if (root == null)
                continue;
            if (least == null) {
                least = root;
            } else {
                putBeside(root, least);
                if (root.key < least.key)
                    least = root;
            }
        }
    }
}
