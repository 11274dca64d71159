// No sample is lost and no bucket negative; the mean of none is not guarded, nor a negative width.
//
// explore: Histogram
// options: --objects both --jobs 1
// findings: java.lang.ArithmeticException 35, java.lang.ArrayIndexOutOfBoundsException 29, java.lang.IllegalArgumentException 18, java.lang.IllegalArgumentException 25
// unusual: java.lang.ArithmeticException 27, java.lang.AssertionError 43, java.lang.AssertionError 49, java.lang.NullPointerException 29, java.lang.NullPointerException 41
// made: by calls
// tests: confirmed

public class Histogram {
    private final int width;
    private final int[] counts = new int[3];
    private int samples;
    private long sum;

    public Histogram(int width) {
        if (width == 0) {
            throw new IllegalArgumentException("width");
        }
        this.width = width;
    }

    public void add(int value) {
        if (value < 0) {
            throw new IllegalArgumentException("negative");
        }
        int bucket = value / width;
        // Wrong: a negative width makes a negative bucket.
        counts[bucket < counts.length ? bucket : counts.length - 1]++;
        samples++;
        sum += value;
    }

    public long mean() {
        return sum / samples;
    }

    public int fullest() {
        int total = 0;
        int fullest = 0;
        for (int i = 0; i < counts.length; i++) {
            if (counts[i] < 0) {
                throw new AssertionError("negative");
            }
            total += counts[i];
            fullest = counts[i] > counts[fullest] ? i : fullest;
        }
        if (total != samples) {
            throw new AssertionError("samples are lost");
        }
        return fullest;
    }
}
