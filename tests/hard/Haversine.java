// Two places whose distance is a quarter of a meridian.
//
// witness: 0.20000000023283065, 0.7999999981373549, -1.7810603007674217
public class Haversine {
    static void reached() {
        throw new IllegalStateException("reached");
    }

    static double haversine(double angle) {
        return Math.sin(angle / 2) * Math.sin(angle / 2);
    }

    static void check(double lat1, double lat2, double lon) {
        if (!(lat1 > 0.2 && lat1 < 0.4 && lat2 > 0.5 && lat2 < 0.8 && Math.abs(lon) < 3)) return;
        double h = haversine(lat2 - lat1) + Math.cos(lat1) * Math.cos(lat2) * haversine(lon);
        double angle = 2 * Math.asin(Math.sqrt(h));
        if (Math.abs(angle - Math.PI / 2) < 1e-9) reached();
    }
}
