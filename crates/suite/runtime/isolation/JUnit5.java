import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;

/** Runs each test of a class with classes of its own, so that none sees what others have left in static fields. */
public final class WayfarerIsolation implements InvocationInterceptor {
    @Override
    public void interceptTestMethod(Invocation<Void> invocation, ReflectiveInvocationContext<Method> context,
            ExtensionContext extension) throws Throwable {
        invocation.skip();
        Class<?> type = context.getTargetClass();
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        ClassLoader own = new OwnClasses(type.getClassLoader());
        thread.setContextClassLoader(own);
        try {
            Class<?> fresh = own.loadClass(type.getName());
            Constructor<?> constructor = fresh.getDeclaredConstructor();
            constructor.setAccessible(true);
            Method method = fresh.getDeclaredMethod(context.getExecutable().getName());
            method.setAccessible(true);
            method.invoke(constructor.newInstance());
        } catch (InvocationTargetException failure) {
            throw failure.getCause();
        } finally {
            thread.setContextClassLoader(before);
        }
    }
