// attack: delete, rename and change foreign files
// expect: refused
import java.nio.file.Files;
import java.nio.file.Path;

final class Delete {
    public static void main(String[] arguments) {
        Path directory = Path.of(arguments[0]);
        Attack.attempt("delete a file of the user", () -> Files.delete(directory.resolve("victim")));
        Attack.attempt("delete a program of the system", () -> Files.delete(Path.of("/usr/bin/true")));
        Attack.attempt("rename a directory of the system",
            () -> Files.move(Path.of("/usr/lib"), Path.of("/usr/lib-gone")));
    }
}
