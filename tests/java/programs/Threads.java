// explore: Threads
// options: --all-paths --collection-size 0 --test-time 2
// paths: 12
// unsupported: Thread.start 25, Thread.start 32, Thread.start 37, LockSupport.park without another thread 42, LockSupport.park without another thread 51, Object.wait without another thread 57
// findings: none
// tests: confirmed

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * There is one thread. What needs another is named and ends its path; what only might runs as it does
 * where nobody interferes.
 */
public class Threads {
    private static final Object LOCK = new Object();
    private static int shared;

    static int started(int x) throws InterruptedException {
        Thread thread = new Thread(() -> shared = x);
        thread.start();
        thread.join();
        return shared;
    }

    static int pooled(int x) throws Exception {
        var pool = Executors.newFixedThreadPool(2);
        return pool.submit(() -> x + 1).get();
    }

    static int later(int x) throws Exception {
        CompletableFuture<Integer> future =
            CompletableFuture.supplyAsync(() -> x);
        return future.get();
    }

    static int never() throws Exception {
        return new CompletableFuture<Integer>().get();
    }

    static int counted(boolean down) throws InterruptedException {
        CountDownLatch latch = new CountDownLatch(1);
        if (down) {
            latch.countDown();
        }
        latch
            .await();
        return 1;
    }

    static void waits() throws InterruptedException {
        synchronized (LOCK) {
            LOCK.wait();
        }
    }

    static Integer polled(boolean full) throws InterruptedException {
        LinkedBlockingQueue<Integer> queue = new LinkedBlockingQueue<>();
        if (full) {
            queue.put(3);
        }
        return queue.poll(10, TimeUnit.MILLISECONDS);
    }

    static int locked(int x) {
        ReentrantLock lock = new ReentrantLock();
        lock.lock();
        try {
            synchronized (LOCK) {
                LOCK.notifyAll();
                return x > 3 ? 1 : 0;
            }
        } finally {
            lock.unlock();
        }
    }

    static int done(int x) throws Exception {
        return CompletableFuture.completedFuture(x).thenApply(y -> y + 1).get();
    }
}
