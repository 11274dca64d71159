package wayfarer.replay;

import java.util.HashMap;
import java.util.Map;
import org.junit.Test;
import org.junit.runner.Description;
import org.junit.runner.JUnitCore;
import org.junit.runner.Request;
import org.junit.runner.Result;
import org.junit.runner.manipulation.Filter;
import org.junit.runner.notification.Failure;
import org.junit.runners.BlockJUnit4ClassRunner;
import org.junit.runners.model.FrameworkMethod;
import org.junit.runners.model.InitializationError;

/** By JUnit 4. */
public final class Launch4 implements Launch {
    private static final class Undisabled extends BlockJUnit4ClassRunner {
        Undisabled(Class<?> type) throws InitializationError {
            super(type);
        }

        @Override
        protected boolean isIgnored(FrameworkMethod method) {
            return false;
        }
    }

    /** Must be public for JUnit 4. */
    public static final class Probe {
        @Test
        public void passes() {
        }

        @Test
        public void fails() {
            throw new AssertionError();
        }
    }

    @Override
    public Class<?> probe() {
        return Probe.class;
    }

    @Override
    public Map<String, Throwable> runAll(Class<?> type) {
        Map<String, Throwable> failures = new HashMap<>();
        for (Failure failure : new JUnitCore().run(Request.aClass(type)).getFailures()) {
            failures.put(failure.getDescription().getMethodName(), failure.getException());
        }
        return failures;
    }

    @Override
    public Throwable run(Class<?> type, String method) throws Exception {
        Description description = Description.createTestDescription(type, method);
        Request all = Request.runner(new Undisabled(type));
        Result result = new JUnitCore().run(all.filterWith(Filter.matchMethodDescription(description)));
        if (!result.getFailures().isEmpty()) {
            return result.getFailures().get(0).getException();
        }
        return result.getRunCount() == 1 ? null : new IllegalStateException("the test did not run");
    }
}
