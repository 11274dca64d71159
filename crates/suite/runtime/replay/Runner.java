package wayfarer.replay;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Runs JUnit tests one after the other, each with classes of its own, and logs how each ended and
 * which decisions it took.
 *
 * <p>The only argument is a file with a line a fact: {@code launch CLASS}, {@code path ENTRY} (several),
 * {@code tests DIRECTORY}, {@code log FILE}, {@code coverage FILE}, {@code seconds N},
 * {@code target METHOD} (several), {@code monitors CLASS} if specifications are watched over, and for each test
 * {@code test ID CLASS METHOD TARGET DECISIONS END}, END being {@code open} if nothing is known of it. Tests before the line
 * {@code together} run once more where that stands, as a build runs them: in one JVM, with classes that are loaded once.
 */
public final class Runner {
    /** Calls of a stack trace that are logged. */
    private static final int FRAMES = 64;

    private static final class Test {
        String id;
        String type;
        String method;
        String target;
        long decisions;
        boolean open;
        long before;
    }

    private final List<String> path = new ArrayList<>();
    private final List<String> targets = new ArrayList<>();
    private final List<Test> tests = new ArrayList<>();
    private String launch;
    private String compiled;
    private String coverage;
    private String monitors = "";
    private long seconds;
    private Log log;
    /** How many tests run together. */
    private int together;
    /** Those that have passed, by class and method. */
    private final Map<String, Test> passed = new HashMap<>();

    /** The test that runs. */
    private volatile Test running;
    private volatile long deadline;
    /** What that test writes. */
    private volatile Output output;

    public static void main(String[] arguments) throws Exception {
        Runner runner = new Runner();
        runner.read(arguments[0]);
        try {
            Surroundings.give();
        } catch (ReflectiveOperationException | RuntimeException failure) {
            // Tests that depend on it will say that they went another way.
            runner.log.line("warning surroundings: " + failure);
        }
        runner.runAll();
        // Threads that tests left behind must not keep the JVM.
        System.exit(0);
    }

    private void read(String file) throws IOException {
        for (String line : Files.readAllLines(Paths.get(file), StandardCharsets.UTF_8)) {
            int space = line.indexOf(' ');
            String key = line.substring(0, space);
            String value = line.substring(space + 1);
            switch (key) {
                case "launch": launch = value; break;
                case "path": path.add(value); break;
                case "tests": compiled = value; break;
                case "log": log = new Log(value); break;
                case "coverage": coverage = value; break;
                case "seconds": seconds = Long.parseLong(value); break;
                case "target": targets.add(value); break;
                case "monitors": monitors = value; break;
                case "together": together = tests.size(); break;
                case "test": tests.add(test(value)); break;
                default: throw new IOException("unknown: " + line);
            }
        }
    }

    private static Test test(String line) {
        String[] words = line.split(" ");
        Test test = new Test();
        test.id = words[0];
        test.type = words[1];
        test.method = words[2];
        test.target = words[3];
        test.decisions = Long.parseLong(words[4]);
        test.open = words[5].equals("open");
        test.before = Long.parseLong(words[6]);
        return test;
    }

    private void runAll() throws Exception {
        Launch how = (Launch) Class.forName(launch).getDeclaredConstructor().newInstance();
        Instrumenter instrumenter = new Instrumenter(targets);
        ProbeLoader.Classes classes = new ProbeLoader.Classes(compiled, path, monitors, instrumenter);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            Test last = running;
            if (last != null) {
                log.line(Probe.trace(last.id));
                System.out.flush();
                log.line(output.line(last.id));
            }
            writeCoverage(classes);
        }));
        Thread watch = new Thread(this::watch);
        watch.setDaemon(true);
        watch.start();
        log.line(how.works() ? "ready" : "broken");
        long begun = System.nanoTime();
        for (int number = 0; number < tests.size(); number++) {
            if (number == together) {
                runTogether(how, classes, System.nanoTime() - begun);
            }
            Test test = tests.get(number);
            log.line("start " + test.id);
            // JUnit's own limit comes first: who can be interrupted need not cost the JVM.
            deadline = System.nanoTime() + (seconds + 1) * 1_000_000_000L;
            Probe.begin(test.target, test.decisions, test.open, test.before);
            output = Output.begin();
            running = test;
            Throwable failure = run(how, classes, test);
            synchronized (this) {
                // Behind the watch, if it has just begun to end this run.
                running = null;
            }
            String failed = Probe.called() || isOfTest(failure) ? "failed " : "refused ";
            Probe.end();
            log.line(Probe.trace(test.id));
            System.out.flush();
            log.line(output.line(test.id));
            if (failure == null) {
                log.line("passed " + test.id);
                passed.put(test.type + "#" + test.method, test);
            } else if (isTimeOut(failure)) {
                log.line("timeout " + test.id);
            } else {
                logFailure(test.id, failure);
                log.line(failed + test.id + " " + describe(failure));
            }
        }
        if (together == tests.size()) {
            runTogether(how, classes, System.nanoTime() - begun);
        }
    }

    /**
     * Runs the classes of tests as builds do, for no longer than their tests have taken alone and one may take; logs which fail,
     * and those of classes that have not come to their end by then.
     */
    private void runTogether(Launch how, ProbeLoader.Classes classes, long alone)
            throws InterruptedException, IOException {
        if (passed.size() < 2 || !monitors.isEmpty()) {
            return;
        }
        Set<String> types = new LinkedHashSet<>();
        for (Test test : tests.subList(0, together)) {
            types.add(test.type);
        }
        output = Output.begin();
        Set<String> done = ConcurrentHashMap.newKeySet();
        Thread thread = new Thread(() -> runTypes(how, classes, types, done));
        thread.setDaemon(true);
        thread.start();
        thread.join(seconds * 1000 + alone / 1_000_000);
        for (Test test : passed.values()) {
            if (!done.contains(test.type)) {
                log.line("together " + test.id + " the tests of its class did not come to their end together");
            }
        }
    }

    private void runTypes(Launch how, ProbeLoader.Classes classes, Set<String> types, Set<String> done) {
        try (ProbeLoader loader = new ProbeLoader(classes, false)) {
            Thread.currentThread().setContextClassLoader(loader);
            for (String type : types) {
                for (Map.Entry<String, Throwable> failure : how.runAll(loader.loadClass(type)).entrySet()) {
                    Test test = passed.get(type + "#" + failure.getKey());
                    if (test != null) {
                        log.line("together " + test.id + " " + describe(failure.getValue()));
                    }
                }
                done.add(type);
            }
        } catch (Throwable failure) {
            // What is not done by now counts as failed.
            log.line("warning together: " + describe(failure));
        }
    }

    private static Throwable run(Launch how, ProbeLoader.Classes classes, Test test) {
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        try (ProbeLoader loader = new ProbeLoader(classes)) {
            Thread.currentThread().setContextClassLoader(loader);
            return how.run(loader.loadClass(test.type), test.method);
        } catch (Throwable failure) {
            return failure;
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }

    private void watch() {
        while (true) {
            try {
                Thread.sleep(50);
            } catch (InterruptedException interrupted) {
                return;
            }
            synchronized (this) {
                Test test = running;
                if (test != null && System.nanoTime() > deadline) {
                    log.line(Probe.trace(test.id));
                    log.line("timeout " + test.id);
                    Probe.end();
                    writeCoverage(null);
                    Runtime.getRuntime().halt(124);
                }
            }
        }
    }

    private synchronized void writeCoverage(ProbeLoader.Classes classes) {
        try {
            if (classes != null) {
                classes.registerNeighbours();
            }
            Coverage.write(new File(coverage));
        } catch (IOException | RuntimeException failure) {
            log.line("warning coverage: " + failure);
        }
    }

    /** True for a failed assertion of the test itself: it asserts behind the call only. */
    private static boolean isOfTest(Throwable failure) {
        StackTraceElement[] stack = failure == null ? new StackTraceElement[0] : failure.getStackTrace();
        return failure instanceof AssertionError
            && stack.length > 0
            && (stack[0].getClassName().startsWith("org.junit.") || stack[0].getClassName().startsWith("org.opentest4j."));
    }

    /** True for JUnit's word that a test took too long. */
    private static boolean isTimeOut(Throwable failure) {
        String type = failure.getClass().getName();
        return type.equals("org.junit.runners.model.TestTimedOutException")
            || type.equals("java.util.concurrent.TimeoutException")
                && String.valueOf(failure.getMessage()).contains(" timed out after ");
    }

    /** What is known of a failure beside its text: what the program threw, and a class that is missing. */
    private void logFailure(String id, Throwable failure) {
        String missing = missingClass(failure);
        if (missing != null) {
            log.line("missing " + id + " " + escape(missing));
        }
        // A failed assertion on the exception has that as its cause.
        Throwable thrown = isOfTest(failure) ? failure.getCause() : failure;
        if (thrown == null) {
            return;
        }
        log.line("thrown " + id + " " + escape(text(thrown)));
        StackTraceElement[] stack = thrown.getStackTrace();
        for (int index = 0; index < Math.min(stack.length, FRAMES); index++) {
            StackTraceElement frame = stack[index];
            String type = frame.getClassName();
            boolean woven = frame.getMethodName().startsWith("wayfarer$");
            if (woven || !monitors.isEmpty() && (type.equals(monitors) || type.startsWith("wayfarer.Specification"))) {
                continue;
            }
            String whose = Probe.isUser(type) ? "user " : "other ";
            String file = frame.getFileName() == null ? "-" : frame.getFileName().replace(' ', '_');
            log.line("frame " + id + " " + whose + type + " " + frame.getMethodName() + " "
                + file + " " + frame.getLineNumber());
        }
    }

    /** The class that could not be found, if that is why a test failed. */
    private static String missingClass(Throwable failure) {
        Throwable cause = failure;
        for (int depth = 0; cause != null && depth < FRAMES; depth++) {
            // Others may throw when asked for their message.
            boolean isMissing = cause.getClass() == NoClassDefFoundError.class;
            String message = isMissing ? String.valueOf(cause.getMessage()) : "";
            if (isMissing && !message.startsWith("Could not initialize")) {
                return message.replace('/', '.');
            }
            cause = cause.getCause();
        }
        return null;
    }

    /** What a failure says: its class, if asking for its text throws another one. */
    private static String text(Throwable failure) {
        try {
            return String.valueOf(failure);
        } catch (Throwable second) {
            return failure.getClass().getName();
        }
    }

    private static String escape(String text) {
        return text.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r");
    }

    /** In a line: what failed, and where in the program. */
    private static String describe(Throwable failure) {
        StringBuilder text = new StringBuilder(text(failure));
        for (StackTraceElement frame : failure.getStackTrace()) {
            String type = frame.getClassName();
            if (Probe.isUser(type)) {
                text.append(" at ").append(frame);
                break;
            }
        }
        return escape(text.toString());
    }
}
