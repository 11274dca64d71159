package wayfarer.replay;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UnsupportedEncodingException;

/** What a test writes to {@code System.out}: its beginning, and how much it is. */
final class Output extends OutputStream {
    /** Bytes that are kept. */
    private static final int KEPT = 1 << 20;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private long written;

    /** The stream that from now on is {@code System.out}. */
    static Output begin() throws UnsupportedEncodingException {
        Output output = new Output();
        System.setOut(new PrintStream(output, true, "UTF-8"));
        return output;
    }

    @Override
    public synchronized void write(int value) {
        if (written < KEPT) {
            bytes.write(value);
        }
        written++;
    }

    @Override
    public synchronized void write(byte[] values, int from, int length) {
        int kept = (int) Math.max(0, Math.min(length, KEPT - written));
        bytes.write(values, from, kept);
        written += length;
    }

    /** For the log: how much, and the bytes in hexadecimal. */
    synchronized String line(String id) {
        StringBuilder text = new StringBuilder("output ").append(id).append(' ').append(written).append(' ');
        for (byte value : bytes.toByteArray()) {
            text.append(Character.forDigit(value >> 4 & 15, 16)).append(Character.forDigit(value & 15, 16));
        }
        return text.toString();
    }
}
