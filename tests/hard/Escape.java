// A point that leaves the Mandelbrot iteration after exactly eight steps, at a given distance.
//
// witness: 2.61073894320378e-15, -0.8898033578780036
public class Escape {
    static void reached() {
        throw new IllegalStateException("reached");
    }

    static void check(double x, double y) {
        if (!(Math.abs(x) < 2 && Math.abs(y) < 2)) return;
        double re = 0, im = 0;
        int steps = 0;
        while (re * re + im * im <= 4 && steps < 12) {
            double next = re * re - im * im + x;
            im = 2 * re * im + y;
            re = next;
            steps++;
        }
        if (steps == 8 && Math.abs(re * re + im * im - 9) < 1e-6) reached();
    }
}
