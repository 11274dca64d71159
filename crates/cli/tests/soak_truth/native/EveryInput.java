import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** Calls methods {@code p0}, {@code p1}, … with the inputs asked for, and then with all there are. */
public class EveryInput {
    public static void main(String[] arguments) throws Exception {
        Map<String, Method> methods = new TreeMap<>();
        for (Method method : Class.forName(arguments[0]).getDeclaredMethods()) {
            if (method.getName().matches("p[0-9]+")) {
                method.setAccessible(true);
                methods.put(method.getName(), method);
            }
        }
        StringBuilder out = new StringBuilder();
        for (String line : Files.readAllLines(Path.of(arguments[1]))) {
            String[] words = line.split(" ");
            Object[] given = new Object[words.length - 1];
            for (int index = 0; index < given.length; index++) {
                given[index] = Byte.valueOf(words[index + 1]);
            }
            out.append("is\t").append(end(methods.get(words[0]), given)).append('\n');
        }
        for (Method method : methods.values()) {
            all(method, out);
        }
        System.out.print(out);
    }

    private static void all(Method method, StringBuilder out) throws IllegalAccessException {
        Map<String, int[]> counts = new TreeMap<>();
        boolean two = method.getParameterCount() == 2;
        for (int a = Byte.MIN_VALUE; a <= Byte.MAX_VALUE; a++) {
            for (int b = two ? Byte.MIN_VALUE : 0; b <= (two ? Byte.MAX_VALUE : 0); b++) {
                Object[] given = two ? new Object[] {(byte) a, (byte) b} : new Object[] {(byte) a};
                int[] count = counts.computeIfAbsent(end(method, given), key -> new int[3]);
                count[0]++;
                count[1] = a;
                count[2] = b;
            }
        }
        counts.forEach((end, count) -> out.append("all\t").append(method.getName()).append('\t').append(end)
            .append('\t').append(count[0]).append('\t').append(count[1]).append(' ').append(count[2]).append('\n'));
    }

    private static String end(Method method, Object[] given) throws IllegalAccessException {
        try {
            return "returned " + method.invoke(null, given);
        } catch (InvocationTargetException thrown) {
            return "threw " + thrown.getCause().getClass().getName();
        }
    }
}
