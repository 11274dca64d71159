/** A map from numbers to numbers as a red-black tree. */
public class TreeMap {
    private static class Node {
        int key;
        int value;
        boolean red = true;
        Node left;
        Node right;
        Node parent;

        Node(int key, int value, Node parent) {
            this.key = key;
            this.value = value;
            this.parent = parent;
        }
    }

    private Node root;
    private int size;

    public void put(int key, int value) {
        Node above = null;
        Node at = root;
        while (at != null) {
            if (at.key == key) {
                at.value = value;
                return;
            }
            above = at;
            at = key < at.key ? at.left : at.right;
        }
        Node node = new Node(key, value, above);
        if (above == null)
            root = node;
        else if (key < above.key)
            above.left = node;
        else
            above.right = node;
        size++;
        balanceBehindInsertion(node);
    }

    public int get(int key) {
        Node node = find(key);
        return node == null ? -1 : node.value;
    }

    public void remove(int key) {
        Node node = find(key);
        if (node == null)
            return;
        size--;
        if (node.left != null && node.right != null) {
            Node next = node.right;
            while (next.left != null)
                next = next.left;
            node.key = next.key;
            node.value = next.value;
            node = next;
        }
        Node child = node.left != null ? node.left : node.right;
        if (child == null && !node.red)
            balanceBeforeRemoval(node);
        replace(node, child);
        if (child != null)
            child.red = false;
    }

    public int size() {
        return size;
    }

    private Node find(int key) {
        Node at = root;
        while (at != null && at.key != key)
            at = key < at.key ? at.left : at.right;
        return at;
    }

    private void replace(Node node, Node by) {
        if (by != null)
            by.parent = node.parent;
        if (node.parent == null)
            root = by;
        else if (node.parent.left == node)
            node.parent.left = by;
        else
            node.parent.right = by;
    }

    private void rotateLeft(Node node) {
        Node up = node.right;
        node.right = up.left;
        if (up.left != null)
            up.left.parent = node;
        replace(node, up);
        up.left = node;
        node.parent = up;
    }

    private void rotateRight(Node node) {
        Node up = node.left;
        node.left = up.right;
        if (up.right != null)
            up.right.parent = node;
        replace(node, up);
        up.right = node;
        node.parent = up;
    }

    private static boolean isRed(Node node) {
        return node != null && node.red;
    }

    private void balanceBehindInsertion(Node node) {
        while (isRed(node.parent)) {
            Node parent = node.parent;
            Node above = parent.parent;
            boolean isLeft = above.left == parent;
            Node uncle = isLeft ? above.right : above.left;
            if (isRed(uncle)) {
                parent.red = false;
                uncle.red = false;
                above.red = true;
                node = above;
                continue;
            }
            if (isLeft) {
                if (parent.right == node) {
                    rotateLeft(parent);
                    parent = node;
                }
                parent.red = false;
                above.red = true;
                rotateRight(above);
            } else {
                if (parent.left == node) {
                    rotateRight(parent);
                    parent = node;
                }
                parent.red = false;
                above.red = true;
                rotateLeft(above);
            }
            break;
        }
        root.red = false;
    }

    private void balanceBeforeRemoval(Node node) {
        while (node.parent != null && !node.red) {
            Node parent = node.parent;
            boolean isLeft = parent.left == node;
            Node other = isLeft ? parent.right : parent.left;
            if (isRed(other)) {
                other.red = false;
                parent.red = true;
                if (isLeft)
                    rotateLeft(parent);
                else
                    rotateRight(parent);
                other = isLeft ? parent.right : parent.left;
            }
            if (!isRed(other.left) && !isRed(other.right)) {
                other.red = true;
                node = parent;
                continue;
            }
            if (isLeft) {
                if (!isRed(other.right)) {
                    other.left.red = false;
                    other.red = true;
                    rotateRight(other);
                    other = parent.right;
                }
                other.red = parent.red;
                parent.red = false;
                other.right.red = false;
                rotateLeft(parent);
            } else {
                if (!isRed(other.left)) {
                    other.right.red = false;
                    other.red = true;
                    rotateLeft(other);
                    other = parent.left;
                }
                other.red = parent.red;
                parent.red = false;
                other.left.red = false;
                rotateRight(parent);
            }
            return;
        }
        node.red = false;
    }
}
