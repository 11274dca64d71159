// Dropping the last element leaves a node behind that is not counted; no node is ever missing.
//
// explore: LinkedQueue
// options: --objects both --jobs 1 --path-instructions 20000
// findings: java.lang.IllegalStateException 72, java.util.NoSuchElementException 37
// unusual: java.lang.AssertionError 69, java.lang.NullPointerException 29, java.lang.NullPointerException 39, java.lang.NullPointerException 54, java.lang.NullPointerException 74
// made: by calls
// tests: confirmed

public class LinkedQueue {
    private static class Node {
        final int value;
        Node next;

        Node(int value) {
            this.value = value;
        }
    }

    private Node head;
    private Node tail;
    private int size;

    public void add(int value) {
        Node node = new Node(value);
        if (size == 0) {
            head = node;
        } else {
            tail.next = node;
        }
        tail = node;
        size++;
    }

    public int poll() {
        if (size == 0) {
            throw new java.util.NoSuchElementException("empty");
        }
        int value = head.value;
        head = head.next;
        size--;
        return value;
    }

    public void dropLast() {
        if (size == 0) {
            return;
        }
        if (size == 1) {
            head = null;
            tail = null;
        } else {
            Node before = head;
            while (before.next != tail) {
                before = before.next;
            }
            // Wrong: the last but one still leads to the last one.
            tail = before;
        }
        size--;
    }

    public int last() {
        int counted = 0;
        for (Node node = head; node != null; node = node.next) {
            counted++;
        }
        if (counted < size) {
            throw new AssertionError("fewer than counted");
        }
        if (counted > size) {
            throw new IllegalStateException("more than counted");
        }
        return size == 0 ? 0 : tail.value;
    }
}
