// attack: run for ever
// expect: time
final class RunForEver {
    static volatile long n;

    public static void main(String[] arguments) {
        while (true) {
            n++;
        }
    }
}
