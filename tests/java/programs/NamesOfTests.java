// Classes have the names of what tests are written with.
//
// explore: Test.f
// options: --jobs 1
// exhaustive: true
// findings: java.lang.IllegalStateException 22
// tests: confirmed
// branches: 6 of 6

class Timeout {
    int limit;
}

class Test {
    int k;
    private DisplayName name;

    int f(int number, Timeout timeout) {
        if (timeout == null || name == null)
            return 0;
        if (number == k + timeout.limit)
            throw new IllegalStateException();
        return number;
    }
}

class DisplayName {}

class Disabled {}

class Ignore {}
