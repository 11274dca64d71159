// Clearing leaves what is current behind the last command; nothing comes before the first.
//
// explore: UndoStack
// options: --objects both --jobs 1
// findings: java.lang.IllegalArgumentException 20, java.lang.IllegalStateException 31, java.lang.IllegalStateException 38, java.lang.IllegalStateException 57, java.lang.IndexOutOfBoundsException 33, java.lang.IndexOutOfBoundsException 40
// unusual: java.lang.AssertionError 54, java.lang.IndexOutOfBoundsException 23, java.lang.NullPointerException 22, java.lang.NullPointerException 33, java.lang.NullPointerException 37, java.lang.NullPointerException 45, java.lang.NullPointerException 56
// made: by calls
// tests: confirmed

import java.util.ArrayList;
import java.util.List;

public class UndoStack {
    private final List<String> done = new ArrayList<>();
    private int current;
    private int saved;

    public void execute(String command) {
        if (command == null) {
            throw new IllegalArgumentException("no command");
        }
        while (done.size() > current) {
            done.remove(done.size() - 1);
        }
        done.add(command);
        current++;
    }

    public String undo() {
        if (current == 0) {
            throw new IllegalStateException("nothing to undo");
        }
        return done.get(--current);
    }

    public String redo() {
        if (current == done.size()) {
            throw new IllegalStateException("nothing to redo");
        }
        return done.get(current++);
    }

    public void clear() {
        // Wrong: what is current stays.
        done.clear();
    }

    public void save() {
        saved = current;
    }

    public boolean isChanged() {
        if (current < 0 || saved < 0) {
            throw new AssertionError("before the first");
        }
        if (current > done.size()) {
            throw new IllegalStateException("behind the last");
        }
        return saved != current;
    }
}
