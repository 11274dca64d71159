// Who does not hold the monitor of an object may not notify those that wait for it.
// reach: Notified.other --target Notified.java:19
//   Notified.java:19: open (unsupported: Object.notify where it is not seen that the monitor of the object is held at Notified.java:17)
// reach: Notified.other --direction backward --target Notified.java:19
//   Notified.java:19: open (longjmp, or something that is not supported, is on the way)
// reach: Notified.held --target Notified.java:30 --target Notified.java:32
//   Notified.java:30: unreachable
//   Notified.java:32: reached
// reach: Notified.own --target function:Notified.own --target error
//   function:Notified.own: reached
//   error: unreachable
class Notified {
    static int other(byte k) {
        Object o = new Object();
        try {
            if (k == 1)
                o.notify();
        } catch (IllegalMonitorStateException e) {
            return 2;
        }
        return 3;
    }

    static int held(Object o, byte k) {
        synchronized (o) {
            try {
                if (k == 1)
                    o.notifyAll();
            } catch (IllegalMonitorStateException e) {
                return 2;
            }
            return 3;
        }
    }

    synchronized int own(byte k) {
        if (k == 1)
            notifyAll();
        return k;
    }
}
