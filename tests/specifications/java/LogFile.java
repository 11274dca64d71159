// A log file and those who use it: for one input it is not closed, for one it is written to behind that.
// explore: LogFile.use
// options: --spec ../../tests/specifications/java/logfile.spec
// findings: specification-violation 48, specification-violation 42
// verdicts: confirmed
// tests: confirmed
// exhaustive: true
import java.util.ArrayList;
import java.util.List;

class LogFile {
    private List<String> lines;

    void open(String name) {
        lines = new ArrayList<>();
    }

    void write(String line) {
        if (lines == null) {
            throw new IllegalStateException("closed");
        }
        lines.add(line);
    }

    void write(String line, int level) {
        write(level + ": " + line);
    }

    int size() {
        return lines.size();
    }

    int lines() {
        return lines == null ? 0 : lines.size();
    }

    void close() {
        lines = null;
    }

    static int use(int x, int y) {
        LogFile f = new LogFile();
        f.open("a");
        f.write("begin");
        if (x * 2 == y) {
            f.close();
            if (y == 246) {
                f.write("end", 1);
            }
            return 0;
        }
        if (x > 1000) {
            return 1;
        }
        int size = f.size();
        f.close();
        return size;
    }
}
