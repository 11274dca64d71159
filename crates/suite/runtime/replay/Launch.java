package wayfarer.replay;

/** Runs one test. */
public interface Launch {
    /** What made the test fail, or null. Tests that are disabled run as well. */
    Throwable run(Class<?> type, String method) throws Exception;

    /** Runs a test that does nothing: the first takes longer than others. */
    void warmUp() throws Exception;
}
