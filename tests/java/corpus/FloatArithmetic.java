/** Floating point: corner values, conversions, remainder, comparisons with NaN, printing. */
public class FloatArithmetic {
    static final float[] FLOATS = {0f, -0f, 1f, -1.5f, 0.1f, Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY, Float.MIN_VALUE, Float.MAX_VALUE, Float.MIN_NORMAL, 16777217f, 1e10f};
    static final double[] DOUBLES = {0, -0.0, 1, -1.5, 0.1, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.MIN_VALUE, Double.MAX_VALUE, 1e-310, 1e16, 123456789.125, 2147483647.5, 9.3e18};

    public static void main(String[] args) {
        for (float a : FLOATS) {
            for (float b : FLOATS) {
                System.out.println(a + " " + b + ": " + (a + b) + " " + (a - b) + " " + (a * b) + " " + (a / b) + " " + (a % b) + " "
                        + (a < b) + (a <= b) + (a > b) + (a >= b) + (a == b) + (a != b) + " " + Float.compare(a, b) + " " + Math.min(a, b) + " " + Math.max(a, b));
            }
            System.out.println((int) a + " " + (long) a + " " + (double) a + " " + (byte) a + " " + (char) a + 0 + " " + (short) a + " " + Float.floatToIntBits(a) + " " + -a + " " + Float.toHexString(a));
        }
        for (double a : DOUBLES) {
            for (double b : DOUBLES) {
                System.out.println(a + " " + b + ": " + (a + b) + " " + (a - b) + " " + (a * b) + " " + (a / b) + " " + (a % b) + " "
                        + (a < b) + (a <= b) + (a > b) + (a >= b) + (a == b) + (a != b) + " " + Double.compare(a, b) + " " + Math.min(a, b) + " " + Math.max(a, b));
            }
            System.out.println((int) a + " " + (long) a + " " + (float) a + " " + Double.doubleToLongBits(a) + " " + -a + " " + Math.sqrt(a) + " " + Math.floor(a) + " " + Math.ceil(a) + " " + Math.rint(a) + " " + Math.round(a) + " " + Math.abs(a) + " " + Math.signum(a) + " " + Math.ulp(a));
        }
        System.out.println(Math.sin(1) + " " + Math.cos(1) + " " + Math.tan(1) + " " + Math.exp(1) + " " + Math.log(2) + " " + Math.pow(2, 0.5) + " " + Math.atan2(1, 2) + " " + Math.cbrt(27) + " " + Math.hypot(3, 4) + " " + Math.log10(1000) + " " + StrictMath.sin(2) + " " + Math.IEEEremainder(5, 3) + " " + Math.fma(2.0, 3.0, 4.0) + " " + Math.copySign(1, -0.0) + " " + Math.scalb(1.5, 4) + " " + Math.toRadians(180) + " " + Math.toDegrees(Math.PI));
        System.out.println(Double.parseDouble("1.5e3") + " " + Float.parseFloat("-0x1.8p1") + " " + Double.valueOf("NaN") + " " + Double.toString(100) + " " + 1e7 + " " + 1e-3 + " " + 9.999e-4 + " " + 1.0E23 + " " + 2e-44f);
        try {
            Double.parseDouble("abc");
        } catch (NumberFormatException e) {
            System.out.println(e.getMessage());
        }
        long l = Long.MAX_VALUE;
        int i = Integer.MAX_VALUE;
        System.out.println((float) l + " " + (double) l + " " + (float) i + " " + (double) i + " " + (float) -1L);
    }
}
