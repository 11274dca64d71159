// Most calls change nothing that the method depends on: the six that it takes are found among few paths.
//
// explore: CallsThatCount.report
// options: --objects calls --sequence-length 6 --match-states exact --max-paths 2000 --jobs 1
// exhaustive: false
// findings: none
// tests: confirmed
// branches: 8 of 12
// limits: max-paths

public class CallsThatCount {
    private int a, b, c, d, e, f, g, h, i, j, k, l;
    private boolean open;
    private long balance;
    private int stage;

    public void setA(int value) {
        a = value;
    }

    public void setB(int value) {
        b = value;
    }

    public void setC(int value) {
        c = value;
    }

    public void setD(int value) {
        d = value;
    }

    public void setE(int value) {
        e = value;
    }

    public void setF(int value) {
        f = value;
    }

    public void setG(int value) {
        g = value;
    }

    public void setH(int value) {
        h = value;
    }

    public void setI(int value) {
        i = value;
    }

    public void setJ(int value) {
        j = value;
    }

    public void setK(int value) {
        k = value;
    }

    public void setL(int value) {
        l = value;
    }

    public void open() {
        open = true;
    }

    public void deposit(int amount) {
        if (open && amount > 0) {
            balance += amount;
        }
    }

    public void next() {
        if (balance > 1000 && stage < 4) {
            stage++;
        }
    }

    public int report(int limit) {
        if (stage == 4) {
            if (balance < limit) {
                return 1;
            }
            return 2;
        }
        return a + b;
    }

    public int rest() {
        return c + d + e + f + g + h + i + j + k + l;
    }
}
