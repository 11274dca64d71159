import java.util.ArrayList;
import java.util.List;

/**
 * Every red-black tree of up to five nodes, made without its invariants being asked, and every put and
 * remove on it: a key that is there, and one between any two. Prints how many trees and keys there were.
 */
public class RedBlackTrees {
    /** A tree without keys: below a node, or null. */
    record Shape(boolean red, Shape left, Shape right) {
    }

    /** Shapes of so many nodes with so many black nodes on each way down. */
    private static List<Shape> shapes(int nodes, int blacks, boolean redAllowed) {
        List<Shape> found = new ArrayList<>();
        if (nodes == 0) {
            if (blacks == 0) {
                found.add(null);
            }
            return found;
        }
        for (int left = 0; left < nodes; left++) {
            if (blacks > 0) {
                add(found, false, shapes(left, blacks - 1, true), shapes(nodes - 1 - left, blacks - 1, true));
            }
            if (redAllowed) {
                add(found, true, shapes(left, blacks, false), shapes(nodes - 1 - left, blacks, false));
            }
        }
        return found;
    }

    private static void add(List<Shape> found, boolean red, List<Shape> lefts, List<Shape> rights) {
        for (Shape left : lefts) {
            for (Shape right : rights) {
                found.add(new Shape(red, left, right));
            }
        }
    }

    private int key;

    /** The tree of a shape; its keys are even and ascend. */
    private RedBlackTree.Node build(Shape shape, RedBlackTree.Node parent) {
        if (shape == null) {
            return null;
        }
        RedBlackTree.Node node = new RedBlackTree.Node();
        node.parent = parent;
        node.red = shape.red;
        node.left = build(shape.left, node);
        key += 2;
        node.key = key;
        node.right = build(shape.right, node);
        return node;
    }

    private static RedBlackTree tree(Shape shape) {
        RedBlackTree tree = new RedBlackTree();
        tree.root = new RedBlackTrees().build(shape, null);
        return tree;
    }

    public static void main(String[] arguments) {
        int trees = 0;
        int keys = 0;
        for (int nodes = 0; nodes <= 5; nodes++) {
            for (int blacks = 0; blacks <= nodes; blacks++) {
                for (Shape shape : shapes(nodes, blacks, false)) {
                    trees++;
                    for (int key = 1; key <= 2 * nodes + 1; key++) {
                        keys++;
                        tree(shape).checkedPut(key);
                        tree(shape).checkedRemove(key);
                    }
                }
            }
        }
        System.out.println(trees + " trees, " + keys + " keys");
    }
}
