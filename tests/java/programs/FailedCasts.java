// explore: FailedCasts.longest
// findings: java.lang.ClassCastException 18
// verdicts: confirmed
// tests: confirmed

/** A cast that fails names the loader of the program's classes, which is another where tests run. */
public class FailedCasts {
    static class Shape {
        int size;
    }

    static class Circle extends Shape {
        int radius;
    }

    static int longest(Shape shape, int size) {
        if (size > 3 && shape != null) {
            return ((Circle) shape).radius + size;
        }
        return 0;
    }
}
