// The same, used as it should be.
// explore: LogFileClean.use
// options: --spec ../../tests/specifications/java/logfile.spec
// findings: none
// tests: confirmed
// exhaustive: true
import java.util.ArrayList;
import java.util.List;

class LogFileClean {
    static int use(int x, int y) {
        LogFile f = new LogFile();
        f.open("a");
        try {
            f.write("begin");
            if (x * 2 == y) {
                f.write("end", 1);
                return 0;
            }
            return f.size();
        } finally {
            f.close();
        }
    }
}

class LogFile {
    private List<String> lines;

    void open(String name) {
        lines = new ArrayList<>();
    }

    void write(String line) {
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
}
