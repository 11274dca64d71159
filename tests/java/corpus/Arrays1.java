import java.util.Arrays;

/** Arrays of every element type, of several dimensions, their exceptions and java.util.Arrays. */
public class Arrays1 {
    static void attempt(Runnable action) {
        try {
            action.run();
            System.out.println("fine");
        } catch (RuntimeException e) {
            System.out.println(e.getClass().getName() + ": " + e.getMessage());
        }
    }

    public static void main(String[] args) {
        boolean[] z = new boolean[3];
        byte[] b = {1, -2, 3};
        char[] c = {'a', '\u1234', 'z'};
        short[] s = {1, -32768, 300};
        int[] i = {5, 3, 9, 1};
        long[] l = {1L << 40, -1};
        float[] f = {1.5f, Float.NaN};
        double[] d = {2.5, -0.0};
        String[] t = {"x", null, "y"};
        z[1] = !z[0];
        b[0] += 127;
        c[0]++;
        s[1]--;
        i[2] <<= 3;
        l[1] ^= 0xff;
        System.out.println(Arrays.toString(z) + Arrays.toString(b) + Arrays.toString(c) + Arrays.toString(s) + Arrays.toString(i) + Arrays.toString(l) + Arrays.toString(f) + Arrays.toString(d) + Arrays.toString(t));
        int[][] grid = new int[3][4];
        grid[1][2] = 7;
        int[][][] ragged = new int[2][][];
        ragged[1] = new int[][] {{1}, {2, 3}};
        System.out.println(Arrays.deepToString(grid) + Arrays.deepToString(ragged) + grid.getClass().getName() + t.getClass().getSimpleName());
        Arrays.sort(i);
        System.out.println(Arrays.toString(i) + Arrays.binarySearch(i, 5) + Arrays.equals(i, i.clone()) + Arrays.hashCode(i) + Arrays.asList(t) + Arrays.stream(i).sum());
        int[] copy = Arrays.copyOf(i, 6);
        Arrays.fill(copy, 4, 6, -1);
        System.out.println(Arrays.toString(copy) + Arrays.toString(Arrays.copyOfRange(copy, 1, 3)));
        System.arraycopy(copy, 0, copy, 1, 5);
        System.out.println(Arrays.toString(copy));
        Integer[] boxed = {3, 1, 2};
        Arrays.sort(boxed, (x, y) -> y - x);
        System.out.println(Arrays.toString(boxed));
        long[] big = new long[100];
        for (int k = 0; k < big.length; k++) big[k] = (k * 7919L) % 101;
        Arrays.sort(big);
        System.out.println(Arrays.toString(big));
        attempt(() -> System.out.println(i[4]));
        attempt(() -> System.out.println(i[-1]));
        attempt(() -> System.out.println(new int[-2].length));
        attempt(() -> System.out.println(new int[2][-3].length));
        attempt(() -> { Object[] o = new Integer[1]; o[0] = "s"; });
        attempt(() -> { int[] n = null; n[0] = 1; });
        attempt(() -> System.arraycopy(i, 0, new int[2], 1, 2));
        attempt(() -> System.arraycopy(i, 0, l, 0, 1));
        attempt(() -> System.arraycopy(new Object[] {"a", 1}, 0, new String[2], 0, 2));
        attempt(() -> Arrays.copyOfRange(i, 3, 2));
        attempt(() -> { Object o = i; System.out.println(((int[]) o).length); });
        attempt(() -> { Object o = i; System.out.println(((long[]) o).length); });
    }
}
