package wayfarer;

import java.io.InputStream;

/** Standard input: the real one of a program that is run, or bytes that are an input. */
public final class Input extends InputStream {
    private byte[] given;
    private int at;
    private boolean begun;

    private boolean isGiven() {
        if (!begun) given = Machine.inputBytes(1, 0);
        begun = true;
        return given != null;
    }

    @Override public int read() {
        if (isGiven()) return at < given.length ? given[at++] & 0xff : -1;
        byte[] one = new byte[1];
        return Machine.hostReadArray(one, 0, 1) <= 0 ? -1 : one[0] & 0xff;
    }

    @Override public int read(byte[] bytes, int from, int length) {
        java.util.Objects.checkFromIndexSize(from, length, bytes.length);
        if (length == 0) return 0;
        if (isGiven()) {
            int count = Math.min(length, given.length - at);
            System.arraycopy(given, at, bytes, from, count);
            at += count;
            return count == 0 ? -1 : count;
        }
        int count = Machine.hostReadArray(bytes, from, length);
        return count <= 0 ? -1 : count;
    }

    @Override public int available() {
        return isGiven() ? given.length - at : 0;
    }
}
