// Who does not hold the monitor of an object may not notify those that wait for it.
// reach: Notified.other --target Notified.java:25
//   Notified.java:25: open (unsupported: Object.notify where it is not seen that the monitor of the object is held at Notified.java:23)
// reach: Notified.other --direction backward --target Notified.java:25
//   Notified.java:25: open (longjmp, or something that is not supported, is on the way)
// reach: Notified.held --target Notified.java:36 --target Notified.java:38
//   Notified.java:36: unreachable
//   Notified.java:38: reached
// reach: Notified.own --target function:Notified.own --target error
//   function:Notified.own: reached
//   error: unreachable
// reach: Notified.ofClass --target Notified.java:54
//   Notified.java:54: open (unsupported: Object.notify where it is not seen that the monitor of the object is held at Notified.java:52)
// reach: Notified.reference --target Notified.java:66
//   Notified.java:66: open (unsupported: Object.notify where it is not seen that the monitor of the object is held at Notified.java:64)
// reach: Notified.behind --target Notified.java:79
//   Notified.java:79: open (unsupported: Object.notify where it is not seen that the monitor of the object is held at Notified.java:77)
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

    static synchronized int ofClass(byte k) {
        Object o = new Object();
        try {
            if (k == 1)
                o.notify();
        } catch (IllegalMonitorStateException e) {
            return 2;
        }
        return 3;
    }

    static int reference(byte k) {
        Object o = new Object();
        Runnable notify = o::notify;
        try {
            if (k == 1)
                notify.run();
        } catch (IllegalMonitorStateException e) {
            return 2;
        }
        return 3;
    }

    static int behind(Object o, byte k) {
        synchronized (o) {
            k++;
        }
        try {
            if (k == 1)
                o.notify();
        } catch (IllegalMonitorStateException e) {
            return 2;
        }
        return 3;
    }
}
