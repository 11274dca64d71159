// attack: start 200 processes
// expect: refused
import java.util.ArrayList;
import java.util.List;

final class Fork200 {
    public static void main(String[] arguments) {
        List<Process> started = new ArrayList<>();
        Attack.attempt("start 200 processes", () -> {
            for (int i = 0; i < 200; i++) {
                started.add(new ProcessBuilder("/bin/sleep", "30").start());
            }
            Thread.sleep(500);
        });
    }
}
