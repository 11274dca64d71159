// explore: CopiedBuffer.shifted
// options: --all-paths --string-length 3
// paths: 7
// findings: java.lang.NullPointerException 14, java.lang.IllegalStateException 21
// tests: confirmed

import java.io.IOException;
import java.io.StringReader;

/** Part of a long buffer, as long as an input is, moved within it as scanners do. */
public class CopiedBuffer {
    static int shifted(String text) throws IOException {
        char[] buffer = new char[4096];
        int length = new StringReader(text).read(buffer);
        if (length < 1) {
            return -1;
        }
        System.arraycopy(buffer, 1, buffer, 0, length - 1);
        System.arraycopy(buffer, 0, buffer, 2000, length);
        if (buffer[2001] == 'x' && buffer[length] == 0) {
            throw new IllegalStateException("x after " + length);
        }
        return length;
    }
}
