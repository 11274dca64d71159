package wayfarer.replay;

import java.util.Map;

/** Runs one test. */
public interface Launch {
    /** What made the test fail, or null. Tests that are disabled run as well. */
    Throwable run(Class<?> type, String method) throws Exception;

    /** Runs the tests of a class as builds do; gives what made some fail, by their names. Tests that are disabled do not run. */
    Map<String, Throwable> runAll(Class<?> type) throws Exception;

    /** Runs a test that must pass and one that must fail: whether both do. */
    default boolean works() throws Exception {
        return run(probe(), "passes") == null && run(probe(), "fails") instanceof AssertionError;
    }

    /** A class with these two tests. */
    Class<?> probe();
}
