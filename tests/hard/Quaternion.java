// A turn as a unit quaternion that brings one axis to another direction.
//
// witness: 0.5331781058324963, 0.6290636057815814, -0.09161168196948666, 0.5582180461689378
public class Quaternion {
    static void reached() {
        throw new IllegalStateException("reached");
    }

    static void check(double w, double x, double y, double z) {
        if (Math.abs(w * w + x * x + y * y + z * z - 1) > 1e-9) return;
        double tx = 1 - 2 * (y * y + z * z), ty = 2 * (x * y + w * z), tz = 2 * (x * z - w * y);
        if (Math.abs(tx - 0.36) < 1e-6 && Math.abs(ty - 0.48) < 1e-6 && Math.abs(tz - 0.8) < 1e-6 && w > 0.5) reached();
    }
}
