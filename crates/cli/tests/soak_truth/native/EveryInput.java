import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Permission;
import java.util.Map;
import java.util.TreeMap;

/**
 * Calls methods {@code p0}, {@code p1}, … with the inputs asked for and, if told to, with all there are. An end
 * is a value, an exit status, or an exception and the lines of the program in its stack.
 */
public class EveryInput {
    private static final ByteArrayOutputStream written = new ByteArrayOutputStream();

    /** What {@code System.exit} comes to. */
    private static final class Exit extends Error {
        private static final long serialVersionUID = 1;
        final int status;

        Exit(int status) {
            this.status = status;
        }
    }

    @SuppressWarnings("removal")
    private static void refuseToExit() {
        System.setSecurityManager(new SecurityManager() {
            @Override
            public void checkPermission(Permission permission) {
            }

            @Override
            public void checkExit(int status) {
                throw new Exit(status);
            }
        });
    }

    public static void main(String[] arguments) throws Exception {
        PrintStream out = System.out;
        refuseToExit();
        System.setOut(new PrintStream(written, true, StandardCharsets.UTF_8));
        Map<String, Method> methods = new TreeMap<>();
        for (Method method : Class.forName(arguments[0]).getDeclaredMethods()) {
            if (method.getName().matches("p[0-9]+")) {
                method.setAccessible(true);
                methods.put(method.getName(), method);
            }
        }
        for (String line : Files.readAllLines(Path.of(arguments[1]))) {
            String[] words = line.split(" ");
            Object[] given = new Object[words.length - 1];
            for (int index = 0; index < given.length; index++) {
                given[index] = Byte.valueOf(words[index + 1]);
            }
            End end = end(methods.get(words[0]), given);
            out.println("is\t" + end.how + "\t" + hex(end.message.getBytes(StandardCharsets.UTF_8)) + "\t"
                + hex(written.toByteArray()));
        }
        if (arguments.length > 2) {
            for (Method method : methods.values()) {
                all(method, out);
            }
        }
        out.flush();
    }

    private static void all(Method method, PrintStream out) throws IllegalAccessException {
        Map<String, int[]> counts = new TreeMap<>();
        boolean two = method.getParameterCount() == 2;
        for (int a = Byte.MIN_VALUE; a <= Byte.MAX_VALUE; a++) {
            for (int b = two ? Byte.MIN_VALUE : 0; b <= (two ? Byte.MAX_VALUE : 0); b++) {
                Object[] given = two ? new Object[] {(byte) a, (byte) b} : new Object[] {(byte) a};
                int[] count = counts.computeIfAbsent(end(method, given).how, key -> new int[3]);
                count[0]++;
                count[1] = a;
                count[2] = b;
            }
        }
        counts.forEach((end, count) -> out.println("all\t" + method.getName() + "\t" + end + "\t" + count[0] + "\t"
            + count[1] + " " + count[2]));
    }

    private static final class End {
        final String how;
        final String message;

        End(String how, String message) {
            this.how = how;
            this.message = message;
        }
    }

    private static End end(Method method, Object[] given) throws IllegalAccessException {
        written.reset();
        try {
            return new End("returned " + method.invoke(null, given), "");
        } catch (InvocationTargetException thrown) {
            return end(thrown.getCause(), method.getDeclaringClass().getName() + ".java");
        }
    }

    private static End end(Throwable thrown, String file) {
        if (thrown instanceof Exit) {
            return new End("exit " + ((Exit) thrown).status, "");
        }
        StringBuilder how = new StringBuilder("threw ").append(thrown.getClass().getName()).append(" at");
        for (StackTraceElement frame : thrown.getStackTrace()) {
            if (file.equals(frame.getFileName())) {
                how.append(' ').append(frame.getLineNumber());
            }
        }
        return new End(how.toString(), String.valueOf(thrown.getMessage()));
    }

    private static String hex(byte[] bytes) {
        StringBuilder out = new StringBuilder("-");
        for (byte value : bytes) {
            out.append(String.format("%02x", value));
        }
        return out.toString();
    }
}
