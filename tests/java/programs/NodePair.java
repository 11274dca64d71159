// explore: NodePair.example
// options: --objects any-state --all-paths
// paths: 5
// exhaustive: true
// findings: java.lang.AssertionError 22
// tests: confirmed

/**
 * Visser and Pasareanu's example of aliasing, written anew: null or not for the first, null or not for
 * the second, and only if both are one object the assertion is violated.
 */
public class NodePair {
    static class Node {
        int x;
        Node next;
    }

    static void foo(Node n1, Node n2) {
        if (n1 != null && n2 != null) {
            n1.x = 2;
            n2.x = 3;
            assert n1.x == 2;
        }
    }

    static String example(Node n1, Node n2) {
        foo(n1, n2);
        return (n1 == null ? "null" : "Node") + " and " + (n2 == null ? "null" : "Node");
    }
}
