package wayfarer;

import java.io.PrintStream;

/** Standard output and standard error: what is printed goes to the machine at once, and numbers that depend on inputs print without forking. */
public final class Output extends PrintStream {
    private int descriptor;

    /** Never run: instances are made without it, as the fields of a PrintStream would need encoders. */
    private Output() {
        super((java.io.OutputStream) null);
    }

    /** A stream that writes to a descriptor. */
    public static Output of(int descriptor) {
        Output output = (Output) Machine.newInstance(Output.class);
        output.descriptor = descriptor;
        return output;
    }

    private void text(String s) {
        Machine.outputText(descriptor, s == null ? "null" : s);
    }

    private void number(char kind, long bits) {
        Machine.outputValue(descriptor, kind, bits);
    }

    private void end() {
        Machine.outputText(descriptor, "\n");
    }

    @Override public void flush() {}

    @Override public void close() {}

    @Override public boolean checkError() {
        return false;
    }

    @Override public void write(int b) {
        Machine.outputArray(descriptor, new byte[] {(byte) b}, 0, 1);
    }

    @Override public void write(byte[] bytes, int from, int length) {
        java.util.Objects.checkFromIndexSize(from, length, bytes.length);
        Machine.outputArray(descriptor, bytes, from, length);
    }

    @Override public void write(byte[] bytes) {
        write(bytes, 0, bytes.length);
    }

    @Override public void writeBytes(byte[] bytes) {
        write(bytes, 0, bytes.length);
    }

    @Override public void print(boolean b) {
        number('Z', b ? 1 : 0);
    }

    @Override public void print(char c) {
        number('C', c);
    }

    @Override public void print(int i) {
        number('I', i);
    }

    @Override public void print(long l) {
        number('J', l);
    }

    @Override public void print(float f) {
        text(Float.toString(f));
    }

    @Override public void print(double d) {
        text(Double.toString(d));
    }

    @Override public void print(char[] s) {
        text(new String(s));
    }

    @Override public void print(String s) {
        text(s);
    }

    @Override public void print(Object o) {
        text(String.valueOf(o));
    }

    @Override public void println() {
        end();
    }

    @Override public void println(boolean b) {
        print(b);
        end();
    }

    @Override public void println(char c) {
        print(c);
        end();
    }

    @Override public void println(int i) {
        print(i);
        end();
    }

    @Override public void println(long l) {
        print(l);
        end();
    }

    @Override public void println(float f) {
        print(f);
        end();
    }

    @Override public void println(double d) {
        print(d);
        end();
    }

    @Override public void println(char[] s) {
        print(s);
        end();
    }

    @Override public void println(String s) {
        text(s);
        end();
    }

    @Override public void println(Object o) {
        String s = String.valueOf(o);
        text(s);
        end();
    }

    @Override public PrintStream format(String format, Object... arguments) {
        text(String.format(format, arguments));
        return this;
    }

    @Override public PrintStream format(java.util.Locale locale, String format, Object... arguments) {
        text(String.format(locale, format, arguments));
        return this;
    }

    @Override public PrintStream append(CharSequence s) {
        text(String.valueOf(s));
        return this;
    }

    @Override public PrintStream append(CharSequence s, int from, int to) {
        text(String.valueOf(s).substring(from, to));
        return this;
    }

    @Override public PrintStream append(char c) {
        print(c);
        return this;
    }
}
