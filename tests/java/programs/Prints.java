// What a method prints is compared; what is another in every run, such as the time in nanoseconds, is not.
//
// explore: Prints
// paths: 5
// tests: confirmed
public class Prints {
    static int sign(int x) {
        System.out.println(x > 0 ? "positive" : "other");
        return x > 0 ? 1 : 0;
    }

    static int label(boolean kind) {
        System.out.print(kind ? "gr\u00fcn" : "blau");
        System.out.println(" " + System.nanoTime());
        return kind ? 3 : 4;
    }
}
