package wayfarer.java.security;

import java.security.AccessControlContext;
import java.security.PrivilegedAction;
import java.security.PrivilegedActionException;
import java.security.PrivilegedExceptionAction;

/** There is no security manager: privileged actions simply run. */
public final class AccessController {
    private AccessController() {}

    public static Object doPrivileged(PrivilegedAction<?> action) {
        return action.run();
    }

    public static Object doPrivileged(PrivilegedAction<?> action, AccessControlContext context) {
        return action.run();
    }

    public static Object doPrivileged(PrivilegedExceptionAction<?> action) throws PrivilegedActionException {
        try {
            return action.run();
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new PrivilegedActionException(e);
        }
    }

    public static Object doPrivileged(PrivilegedExceptionAction<?> action, AccessControlContext context) throws PrivilegedActionException {
        return doPrivileged(action);
    }

    public static AccessControlContext getStackAccessControlContext() {
        return null;
    }

    public static AccessControlContext getInheritedAccessControlContext() {
        return null;
    }

    public static void ensureMaterializedForStackWalk(Object object) {}

    public static void checkPermission(java.security.Permission permission) {}
}
