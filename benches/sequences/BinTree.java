/** A set of numbers as a search tree that nobody keeps in balance. */
public class BinTree {
    private static class Node {
        int value;
        Node left;
        Node right;

        Node(int value) {
            this.value = value;
        }
    }

    private Node root;

    public void add(int value) {
        if (root == null) {
            root = new Node(value);
            return;
        }
        Node at = root;
        while (value != at.value) {
            if (value < at.value) {
                if (at.left == null)
                    at.left = new Node(value);
                at = at.left;
            } else {
                if (at.right == null)
                    at.right = new Node(value);
                at = at.right;
            }
        }
    }

    public boolean contains(int value) {
        Node at = root;
        while (at != null && at.value != value)
            at = value < at.value ? at.left : at.right;
        return at != null;
    }

    public boolean remove(int value) {
        Node above = null;
        Node at = root;
        while (at != null && at.value != value) {
            above = at;
            at = value < at.value ? at.left : at.right;
        }
        if (at == null)
            return false;
        if (at.left != null && at.right != null) {
            Node parent = at;
            Node next = at.right;
            while (next.left != null) {
                parent = next;
                next = next.left;
            }
            at.value = next.value;
            replace(parent, next, next.right);
        } else {
            replace(above, at, at.left != null ? at.left : at.right);
        }
        return true;
    }

    private void replace(Node above, Node at, Node by) {
        if (above == null)
            root = by;
        else if (above.left == at)
            above.left = by;
        else
            above.right = by;
    }
}
