// explore: RedBlackTree.shape()
// options: --precondition repOk --heap-objects 6 --heap-depth 4 --all-paths
// paths: 18
// findings: none
// tests: confirmed

/** A red-black tree over integers, with its invariants. */
public class RedBlackTree {
    static final class Node {
        int key;
        boolean red;
        Node left;
        Node right;
        Node parent;
    }

    Node root;

    /** True if this is a red-black tree: what other methods may rely on. */
    boolean repOk() {
        if (root == null) {
            return true;
        }
        if (root.red || root.parent != null) {
            return false;
        }
        return isTree(root) && blackHeight(root) > 0 && isOrdered(root, Long.MIN_VALUE, Long.MAX_VALUE);
    }

    /** Children know their parents: then no node is reached twice. */
    private static boolean isTree(Node node) {
        Node left = node.left;
        if (left != null) {
            if (left.parent != node || left.red && node.red || !isTree(left)) {
                return false;
            }
        }
        Node right = node.right;
        if (right != null) {
            if (right == left || right.parent != node || right.red && node.red || !isTree(right)) {
                return false;
            }
        }
        return true;
    }

    /** Black nodes on each way down, or 0 if ways differ. */
    private static int blackHeight(Node node) {
        if (node == null) {
            return 1;
        }
        int left = blackHeight(node.left);
        if (left == 0 || left != blackHeight(node.right)) {
            return 0;
        }
        return node.red ? left : left + 1;
    }

    private static boolean isOrdered(Node node, long low, long high) {
        if (node == null) {
            return true;
        }
        return low < node.key && node.key < high && isOrdered(node.left, low, node.key)
                && isOrdered(node.right, node.key, high);
    }

    /** Which structure it is: one path for each. */
    String shape() {
        return shape(root);
    }

    private static String shape(Node node) {
        if (node == null) {
            return ".";
        }
        return (node.red ? "r" : "b") + shape(node.left) + shape(node.right);
    }

    // Changes.

    void put(int key) {
        Node parent = null;
        Node node = root;
        while (node != null) {
            if (key == node.key) {
                return;
            }
            parent = node;
            node = key < node.key ? node.left : node.right;
        }
        Node added = new Node();
        added.key = key;
        added.red = true;
        added.parent = parent;
        if (parent == null) {
            root = added;
        } else if (key < parent.key) {
            parent.left = added;
        } else {
            parent.right = added;
        }
        afterPut(added);
    }

    /** A red node may have a red parent. */
    private void afterPut(Node node) {
        while (node != root && node.parent.red) {
            Node parent = node.parent;
            Node above = parent.parent;
            boolean left = parent == above.left;
            Node uncle = left ? above.right : above.left;
            if (isRed(uncle)) {
                parent.red = false;
                uncle.red = false;
                above.red = true;
                node = above;
                continue;
            }
            if (left) {
                if (node == parent.right) {
                    rotateLeft(parent);
                    parent = node;
                }
                rotateRight(above);
            } else {
                if (node == parent.left) {
                    rotateRight(parent);
                    parent = node;
                }
                rotateLeft(above);
            }
            parent.red = false;
            above.red = true;
            break;
        }
        root.red = false;
    }

    boolean remove(int key) {
        Node node = root;
        while (node != null && node.key != key) {
            node = key < node.key ? node.left : node.right;
        }
        if (node == null) {
            return false;
        }
        if (node.left != null && node.right != null) {
            Node next = node.right;
            while (next.left != null) {
                next = next.left;
            }
            node.key = next.key;
            node = next;
        }
        Node child = node.left != null ? node.left : node.right;
        if (child != null) {
            // A black node with one child, which is red.
            replace(node, child);
            child.red = false;
        } else {
            if (!node.red) {
                beforeRemove(node);
            }
            replace(node, null);
        }
        return true;
    }

    /** The ways through a node are to have one black node more. */
    private void beforeRemove(Node node) {
        while (node != root) {
            Node parent = node.parent;
            boolean left = node == parent.left;
            Node sibling = left ? parent.right : parent.left;
            if (sibling.red) {
                sibling.red = false;
                parent.red = true;
                rotate(parent, left);
                sibling = left ? parent.right : parent.left;
            }
            Node outer = left ? sibling.right : sibling.left;
            Node inner = left ? sibling.left : sibling.right;
            if (!isRed(outer) && !isRed(inner)) {
                sibling.red = true;
                if (parent.red) {
                    parent.red = false;
                    return;
                }
                node = parent;
                continue;
            }
            if (!isRed(outer)) {
                inner.red = false;
                sibling.red = true;
                rotate(sibling, !left);
                outer = sibling;
                sibling = inner;
            }
            sibling.red = parent.red;
            parent.red = false;
            outer.red = false;
            rotate(parent, left);
            return;
        }
    }

    private static boolean isRed(Node node) {
        return node != null && node.red;
    }

    /** Puts `child`, or nothing, where a node is. */
    private void replace(Node node, Node child) {
        Node parent = node.parent;
        if (parent == null) {
            root = child;
        } else if (node == parent.left) {
            parent.left = child;
        } else {
            parent.right = child;
        }
        if (child != null) {
            child.parent = parent;
        }
    }

    private void rotate(Node node, boolean left) {
        if (left) {
            rotateLeft(node);
        } else {
            rotateRight(node);
        }
    }

    private void rotateLeft(Node node) {
        Node right = node.right;
        node.right = right.left;
        if (right.left != null) {
            right.left.parent = node;
        }
        replace(node, right);
        right.left = node;
        node.parent = right;
    }

    private void rotateRight(Node node) {
        Node left = node.left;
        node.left = left.right;
        if (left.right != null) {
            left.right.parent = node;
        }
        replace(node, left);
        left.right = node;
        node.parent = left;
    }

    // What holds after changes.

    private boolean contains(int key) {
        Node node = root;
        while (node != null && node.key != key) {
            node = key < node.key ? node.left : node.right;
        }
        return node != null;
    }

    void checkedPut(int key) {
        put(key);
        if (!repOk() || !contains(key)) {
            throw new IllegalStateException("put");
        }
    }

    void checkedRemove(int key) {
        remove(key);
        if (!repOk() || contains(key)) {
            throw new IllegalStateException("remove");
        }
    }
}
