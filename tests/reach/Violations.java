// Violations of specifications as targets, each by the name of its specification.
// reach: Violations.use --spec @/data/violations_java.spec --target violation:numbers --target violation:signs
//   violation:numbers: reached
//   violation:signs: unreachable
class Violations {
    static int sum;

    static void put(int n) {
        sum += n & 7;
    }

    static void use(int n) {
        if (n >= 0 && n != 7) {
            put(n);
        }
    }
}
