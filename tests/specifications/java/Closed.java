// What is closed is not used, by whichever of its methods; what is printed then would be lost silently.
// explore: Closed.run
// options: --spec jdk
// findings: specification-violation 21, specification-violation 24, specification-violation 27, specification-violation 31, specification-violation 35, specification-violation 39
// verdicts: confirmed
// tests: confirmed
// exhaustive: true
import java.io.BufferedReader;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.Scanner;

class Closed {
    static int run(int what) {
        StringWriter text = new StringWriter();
        PrintWriter out = new PrintWriter(text);
        out.print("a");
        out.close();
        if (what == 1) {
            out.println("lost");
        }
        if (what == 2) {
            out.printf("%d", what);
        }
        if (what == 3) {
            out.append("lost");
        }
        BufferedReader in = new BufferedReader(new StringReader("ab"));
        if (what == 4) {
            try { in.close(); return (int) in.lines().count(); } catch (java.io.IOException | RuntimeException e) { return 4; }
        }
        Scanner words = new Scanner("1 2");
        if (what == 5) {
            try { words.close(); return words.nextLong() > 0 ? 1 : 0; } catch (IllegalStateException e) { return 5; }
        }
        if (what == 6) {
            words.close();
            try { return words.hasNextInt() ? 1 : 0; } catch (IllegalStateException e) { return 6; }
        }
        try (PrintWriter open = new PrintWriter(new StringWriter()); Scanner more = new Scanner("7")) {
            open.println(more.nextInt());
            open.flush();
            return 7;
        }
    }
}
