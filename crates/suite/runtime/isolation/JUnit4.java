import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import org.junit.runner.Description;
import org.junit.runner.JUnitCore;
import org.junit.runner.Request;
import org.junit.runner.Result;
import org.junit.runner.manipulation.Filter;
import org.junit.runners.BlockJUnit4ClassRunner;
import org.junit.runners.model.FrameworkMethod;
import org.junit.runners.model.InitializationError;
import org.junit.runners.model.Statement;

/** Runs each test of a class with classes of its own, so that none sees what others have left in static fields. */
public final class WayfarerIsolation extends BlockJUnit4ClassRunner {
    public WayfarerIsolation(Class<?> type) throws InitializationError {
        super(type);
    }

    @Override
    protected Statement methodBlock(final FrameworkMethod method) {
        final Class<?> type = getTestClass().getJavaClass();
        return new Statement() {
            @Override
            public void evaluate() throws Throwable {
                Thread thread = Thread.currentThread();
                ClassLoader before = thread.getContextClassLoader();
                ClassLoader own = new OwnClasses(type.getClassLoader());
                thread.setContextClassLoader(own);
                try {
                    Class<?> fresh = own.loadClass(type.getName());
                    Description test = Description.createTestDescription(fresh, method.getName());
                    Request all = Request.runner(new BlockJUnit4ClassRunner(fresh));
                    Result result = new JUnitCore().run(all.filterWith(Filter.matchMethodDescription(test)));
                    if (!result.wasSuccessful()) {
                        throw result.getFailures().get(0).getException();
                    }
                } finally {
                    thread.setContextClassLoader(before);
                }
            }
        };
    }
