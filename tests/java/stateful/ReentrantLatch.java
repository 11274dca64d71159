// Owner and holds always agree.
//
// explore: ReentrantLatch
// options: --objects both --jobs 1
// findings: java.lang.IllegalArgumentException 16, java.lang.IllegalStateException 19, java.lang.IllegalStateException 27
// unusual: java.lang.AssertionError 37, java.lang.AssertionError 40, java.lang.AssertionError 43
// made: by calls
// tests: confirmed

public class ReentrantLatch {
    private int owner;
    private int holds;

    public void lock(int thread) {
        if (thread <= 0) {
            throw new IllegalArgumentException("thread");
        }
        if (owner != 0 && owner != thread) {
            throw new IllegalStateException("taken");
        }
        owner = thread;
        holds++;
    }

    public void unlock(int thread) {
        if (owner == 0 || owner != thread) {
            throw new IllegalStateException("not the owner");
        }
        holds--;
        if (holds == 0) {
            owner = 0;
        }
    }

    public int holds() {
        if (holds == 0 && owner != 0) {
            throw new AssertionError("owned but not held");
        }
        if (holds > 0 && owner == 0) {
            throw new AssertionError("held but not owned");
        }
        if (holds < 0) {
            throw new AssertionError("negative");
        }
        return holds;
    }
}
