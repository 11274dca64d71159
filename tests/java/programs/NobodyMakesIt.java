// No call makes an object of the class: none of its states comes about, which is said.
//
// explore: NobodyMakesIt.fail
// options: --objects calls --jobs 1
// exhaustive: false
// findings: none
// unsupported: an input of the class NobodyMakesIt 15

public class NobodyMakesIt {
    private int state;

    private NobodyMakesIt() {}

    public void fail() {
        if (state == 1) {
            throw new AssertionError();
        }
    }
}
