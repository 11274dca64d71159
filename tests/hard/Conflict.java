// Two aircraft, one of which turns, come too close to each other.
//
// witness: 100.08394029476268, 0.47203520111358227, 6709.065424818291
public class Conflict {
    static void reached() {
        throw new IllegalStateException("reached");
    }

    static void check(double speed, double bank, double distance) {
        if (!(speed > 100 && speed < 300 && bank > 0.1 && bank < 0.6 && distance > 1000 && distance < 60000)) return;
        double radius = speed * speed / (9.81 * Math.tan(bank));
        double rate = speed / radius;
        double time = Math.PI / 2 / rate;
        double x = radius * Math.sin(rate * time), y = radius * (1 - Math.cos(rate * time));
        double otherX = distance - 150 * time, otherY = 2000;
        double dx = x - otherX, dy = y - otherY;
        if (Math.sqrt(dx * dx + dy * dy) < 0.5) reached();
    }
}
