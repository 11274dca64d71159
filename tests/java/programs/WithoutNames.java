// What states objects of classes without names are in is nobody's to choose but theirs who made them.
//
// explore: WithoutNames.ensure
// options: --objects both --jobs 1
// findings: java.lang.IllegalStateException 29, java.lang.NegativeArraySizeException 18
// unusual: java.lang.NullPointerException 17, java.lang.NullPointerException 28
// tests: confirmed

public class WithoutNames {
    protected int[] data = {};

    public void ensure(int size) {
        grow(size);
    }

    void grow(int size) {
        if (size < 0 || size > data.length) {
            data = new int[size];
        }
    }

    public static WithoutNames fixed(int[] given) {
        WithoutNames made = new WithoutNames() {
            int most = 3;

            @Override
            public void ensure(int size) {
                if (size > data.length + most) {
                    throw new IllegalStateException();
                }
            }
        };
        made.data = given == null ? new int[1] : given;
        return made;
    }
}
