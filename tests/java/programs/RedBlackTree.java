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
}
