// attack: write outside of its directory
// expect: refused
import java.nio.file.Files;
import java.nio.file.Path;

final class WriteOutside {
    public static void main(String[] arguments) {
        Path directory = Path.of(arguments[0]);
        Attack.attempt("truncate a file of the user",
            () -> Files.newOutputStream(directory.resolve("victim"),
                java.nio.file.StandardOpenOption.TRUNCATE_EXISTING).close());
        Attack.attempt("make a file in a directory of the user",
            () -> Files.writeString(directory.resolve("new"), "x"));
        for (String place : new String[] {"/etc", "/usr", "/dev"}) {
            Attack.attempt(place, () -> Files.writeString(Path.of(place, "wayfarer-attack"), "x"));
        }
    }
}
