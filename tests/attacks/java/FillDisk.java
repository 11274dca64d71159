// attack: fill the disk by many files
// expect: refused
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

final class FillDisk {
    public static void main(String[] arguments) {
        for (String place : new String[] {".", "/tmp", "/dev/shm", arguments[0], "/var/tmp"}) {
            Attack.attempt("write a gigabyte to " + (place.equals(arguments[0]) ? "a directory of the user" : place),
                () -> fill(Path.of(place)));
        }
    }

    private static void fill(Path below) throws Exception {
        byte[] block = new byte[1 << 20];
        try {
            for (int number = 0; number < 16; number++) {
                try (OutputStream file = Files.newOutputStream(below.resolve("fill-" + number))) {
                    for (int part = 0; part < 64; part++) {
                        file.write(block);
                    }
                }
            }
        } finally {
            for (int number = 0; number < 16; number++) {
                Files.deleteIfExists(below.resolve("fill-" + number));
            }
        }
    }
}
