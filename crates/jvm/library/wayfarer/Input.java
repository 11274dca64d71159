package wayfarer;

import java.io.InputStream;

/** Standard input. */
public final class Input extends InputStream {
    @Override public int read() {
        byte[] one = new byte[1];
        return Machine.hostReadArray(one, 0, 1) <= 0 ? -1 : one[0] & 0xff;
    }

    @Override public int read(byte[] bytes, int from, int length) {
        java.util.Objects.checkFromIndexSize(from, length, bytes.length);
        if (length == 0) return 0;
        int count = Machine.hostReadArray(bytes, from, length);
        return count <= 0 ? -1 : count;
    }

    @Override public int available() {
        return 0;
    }
}
