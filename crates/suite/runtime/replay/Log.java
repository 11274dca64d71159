package wayfarer.replay;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** A file of lines, each of which is there at once. */
final class Log {
    private final FileOutputStream out;

    Log(String file) throws IOException {
        out = new FileOutputStream(file);
    }

    synchronized void line(String text) {
        try {
            out.write((text + "\n").getBytes(StandardCharsets.UTF_8));
        } catch (IOException full) {
            // What is missing in the log counts as not run.
        }
    }
}
