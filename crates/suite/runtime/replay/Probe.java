package wayfarer.replay;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.Opcodes;

/** What instrumented code calls. Tests run one at a time. */
public final class Probe {
    /** Steps of a trace that are logged. */
    private static final int KEPT = 256;

    /** A branch or switch. */
    static final class Decision {
        final MethodInfo method;
        final int number;
        final int line;
        /** Cases of a switch, sorted; null for branches. */
        final int[] keys;
        /** Way as coverage counts it, by way as the trace has it; null if coverage leaves it out. */
        final int[] arms;
        final int armCount;

        Decision(MethodInfo method, int number, int line, int[] keys, int[] arms, int armCount) {
            this.method = method;
            this.number = number;
            this.line = line;
            this.keys = keys;
            this.arms = arms;
            this.armCount = armCount;
        }
    }

    /** A method. */
    static final class MethodInfo {
        final String type;
        final String source;
        /** As in traces: {@code com.acme.Foo.bar(I)V}. */
        final String name;
        final boolean counted;
        final int hash;
        int firstLine;

        MethodInfo(String type, String source, String name, boolean counted) {
            this.type = type;
            this.source = source;
            this.name = name;
            this.counted = counted;
            int hash = 0x811c9dc5;
            for (byte next : name.getBytes(java.nio.charset.StandardCharsets.UTF_8)) {
                hash = (hash ^ (next & 0xff)) * 0x01000193;
            }
            this.hash = hash;
        }
    }

    /** A line of a method's code. */
    static final class LineInfo {
        final MethodInfo method;
        final int line;

        LineInfo(MethodInfo method, int line) {
            this.method = method;
            this.line = line;
        }
    }

    static final List<Decision> decisions = new ArrayList<>();
    static final List<LineInfo> lines = new ArrayList<>();
    static final List<MethodInfo> methods = new ArrayList<>();
    private static final Set<String> types = new HashSet<>();
    private static Decision[] byId = new Decision[256];
    static int[][] taken = new int[256][];
    static int[] lineHits = new int[1024];
    static int[] methodHits = new int[256];

    private static boolean tracing;
    private static String target = "";
    private static int initialisers;
    /** Calls of the target that are still to come before the one that is traced. */
    private static long before;
    private static long predicted;
    private static long count;
    private static long hash;
    private static long hashAtPrediction;
    private static final int[] first = new int[KEPT];
    private static final int[] firstDecision = new int[KEPT];

    private Probe() {
    }

    static synchronized int add(Decision decision) {
        int id = decisions.size();
        decisions.add(decision);
        if (id == byId.length) {
            taken = Arrays.copyOf(taken, id * 2);
            byId = Arrays.copyOf(byId, id * 2);
        }
        byId[id] = decision;
        taken[id] = new int[Math.max(decision.armCount, 1)];
        return id;
    }

    static synchronized int add(LineInfo line) {
        lines.add(line);
        if (lines.size() > lineHits.length) {
            lineHits = Arrays.copyOf(lineHits, lines.size() * 2);
        }
        return lines.size() - 1;
    }

    static synchronized int add(MethodInfo method) {
        methods.add(method);
        types.add(method.type.replace('/', '.'));
        if (methods.size() > methodHits.length) {
            methodHits = Arrays.copyOf(methodHits, methods.size() * 2);
        }
        return methods.size() - 1;
    }

    static synchronized boolean isUser(String type) {
        return types.contains(type);
    }

    /** Thrown where a test has shown all that is known of it: it may never end by itself. */
    static final class Enough extends Error {
        private static final long serialVersionUID = 1;

        Enough() {
            super("all predicted decisions were taken", null, false, false);
        }
    }

    /** Nothing is known of the end of the test. */
    private static boolean open;

    /**
     * A test begins: decisions are traced from the first call of the target on that comes behind those
     * by which the test makes its inputs. If it is open, it ends behind those that are predicted.
     */
    static void begin(String method, long expected, boolean isOpen, long callsBefore) {
        before = callsBefore;
        open = isOpen;
        target = method;
        predicted = expected;
        count = 0;
        initialisers = 0;
        hash = 0xcbf29ce484222325L;
        hashAtPrediction = hash;
        tracing = false;
    }

    /** True if the target has been called since the test began. */
    static boolean called() {
        return tracing;
    }

    static void end() {
        tracing = false;
        target = "";
    }

    /** The trace in a line: test, number of decisions, hash of those predicted, the first ones with their places. */
    static String trace(String id) {
        StringBuilder text = new StringBuilder("trace ").append(id).append(' ').append(count);
        text.append(' ').append(Long.toHexString(count >= predicted ? hashAtPrediction : hash));
        for (int index = 0; index < Math.min(count, KEPT); index++) {
            Decision decision = decisions.get(firstDecision[index]);
            text.append(' ').append(decision.method.name).append(' ').append(decision.number);
            text.append(' ').append(first[index]);
            text.append(' ').append(decision.method.source).append(':').append(decision.line);
        }
        return text.toString();
    }

    /** A method is entered. */
    public static void method(int id) {
        methodHits[id]++;
    }

    /** A method is entered that may be the target of the test. */
    public static void target(int id) {
        methodHits[id]++;
        if (!tracing && !target.isEmpty() && methods.get(id).name.equals(target)) {
            if (before == 0) {
                tracing = true;
            } else if (initialisers == 0) {
                before--;
            }
        }
    }

    /**
     * A stack trace that the program asked for, without who called the target: what a program finds when
     * it looks at its callers is the program.
     */
    public static StackTraceElement[] stackTrace(StackTraceElement[] whole) {
        if (whole == null || !tracing) {
            return whole;
        }
        String name = target.substring(0, target.indexOf('('));
        for (int index = whole.length - 1; index >= 0; index--) {
            if (name.equals(whole[index].getClassName() + "." + whole[index].getMethodName())) {
                return Arrays.copyOf(whole, index + 1);
            }
        }
        return whole;
    }

    /** A class initialiser begins: when that happens is not a matter of the path alone. */
    public static void initialiser() {
        initialisers++;
    }

    /** A class initialiser ends. */
    public static void initialised() {
        initialisers--;
    }

    /** A line begins. */
    public static void line(int id) {
        lineHits[id]++;
    }

    /** A branch on a number against zero. */
    public static void branch(int value, int opcode, int id) {
        boolean jumps;
        switch (opcode) {
            case Opcodes.IFEQ: jumps = value == 0; break;
            case Opcodes.IFNE: jumps = value != 0; break;
            case Opcodes.IFLT: jumps = value < 0; break;
            case Opcodes.IFGE: jumps = value >= 0; break;
            case Opcodes.IFGT: jumps = value > 0; break;
            default: jumps = value <= 0; break;
        }
        decide(id, jumps ? 1 : 0);
    }

    /** A branch on two numbers. */
    public static void branch(int left, int right, int opcode, int id) {
        boolean jumps;
        switch (opcode) {
            case Opcodes.IF_ICMPEQ: jumps = left == right; break;
            case Opcodes.IF_ICMPNE: jumps = left != right; break;
            case Opcodes.IF_ICMPLT: jumps = left < right; break;
            case Opcodes.IF_ICMPGE: jumps = left >= right; break;
            case Opcodes.IF_ICMPGT: jumps = left > right; break;
            default: jumps = left <= right; break;
        }
        decide(id, jumps ? 1 : 0);
    }

    /** A branch on null: its way is 1 for null, whichever of the two instructions it is. */
    public static void branch(Object value, int id) {
        decide(id, value == null ? 1 : 0);
    }

    /** A branch on identity. */
    public static void branch(Object left, Object right, int opcode, int id) {
        decide(id, (left == right) == (opcode == Opcodes.IF_ACMPEQ) ? 1 : 0);
    }

    /** A switch. */
    public static void choice(int value, int id) {
        int[] keys = byId[id].keys;
        int index = Arrays.binarySearch(keys, value);
        decide(id, index < 0 ? keys.length : index);
    }

    private static void decide(int id, int way) {
        Decision decision = byId[id];
        if (decision.arms != null) {
            taken[id][decision.arms[way]]++;
        }
        if (!tracing || initialisers > 0) {
            return;
        }
        if (open && count >= predicted) {
            // Again and again: the program may catch it.
            throw new Enough();
        }
        if (count < KEPT) {
            firstDecision[(int) count] = id;
            first[(int) count] = way;
        }
        count++;
        // Nobody asks for the hash of more.
        if (count > predicted) {
            return;
        }
        hash = step(hash, decision.method.hash & 0xffffffffL | (long) decision.number << 32);
        hash = step(hash, way);
        if (count == predicted) {
            hashAtPrediction = hash;
        }
    }

    private static long step(long hash, long word) {
        for (int shift = 0; shift < 64; shift += 8) {
            hash = (hash ^ (word >>> shift & 0xff)) * 0x100000001b3L;
        }
        return hash;
    }
}
