// attack: trace foreign processes and read their memory
// expect: refused
import java.nio.file.Files;
import java.nio.file.Path;

final class Trace {
    public static void main(String[] arguments) {
        Path process = Path.of("/proc", arguments[1]);
        Attack.attempt("read memory of a process", () -> Files.newByteChannel(process.resolve("mem")));
        Attack.attempt("read the environment of a process",
            () -> Files.readAllBytes(process.resolve("environ")));
        Attack.attempt("read memory of its parent", () -> Files.newByteChannel(Path.of("/proc/1/mem")));
    }
}
