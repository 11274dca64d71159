package wayfarer.replay;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** By JUnit 5. */
public final class Launch5 implements Launch {
    private final Launcher launcher = LauncherFactory.create();

    private static final class Listener implements TestExecutionListener {
        boolean ran;
        Throwable failure;

        @Override
        public void executionFinished(TestIdentifier test, TestExecutionResult result) {
            ran |= test.isTest();
            Optional<Throwable> thrown = result.getThrowable();
            if (failure == null && thrown.isPresent()) {
                failure = thrown.get();
            }
        }
    }

    static final class Probe {
        @Test
        void passes() {
        }

        @Test
        void fails() {
            throw new AssertionError();
        }
    }

    @Override
    public Class<?> probe() {
        return Probe.class;
    }

    @Override
    public Map<String, Throwable> runAll(Class<?> type) {
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(DiscoverySelectors.selectClass(type))
                .build();
        Map<String, Throwable> failures = new HashMap<>();
        launcher.execute(request, new TestExecutionListener() {
            @Override
            public void executionFinished(TestIdentifier test, TestExecutionResult result) {
                Optional<Throwable> thrown = result.getThrowable();
                Optional<TestSource> source = test.getSource();
                if (thrown.isPresent() && source.isPresent() && source.get() instanceof MethodSource) {
                    failures.put(((MethodSource) source.get()).getMethodName(), thrown.get());
                }
            }
        });
        return failures;
    }

    @Override
    public Throwable run(Class<?> type, String method) throws Exception {
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(DiscoverySelectors.selectMethod(type, type.getDeclaredMethod(method)))
                .configurationParameter("junit.jupiter.conditions.deactivate", "org.junit.*DisabledCondition")
                .build();
        Listener listener = new Listener();
        launcher.execute(request, listener);
        if (listener.failure == null && !listener.ran) {
            return new IllegalStateException("the test did not run");
        }
        return listener.failure;
    }
}
