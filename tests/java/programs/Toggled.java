// What four calls have made two have made before: no sequence goes on where a shorter one has made the same.
//
// explore: Toggled.on
// options: --objects calls --sequence-length 9 --match-states exact --jobs 1
// paths: 4
// exhaustive: false
// tests: confirmed

public class Toggled {
    private boolean on;

    public void toggle() {
        on = !on;
    }

    public boolean on() {
        return on;
    }
}
