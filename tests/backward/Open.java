// Where methods may be called by their names, or beside each other, nothing is proved backward.
class Open {
    static boolean flag;

    static int threads() throws InterruptedException {
        Thread thread = new Thread(() -> flag = true);
        thread.start();
        thread.join();
        if (flag)
            return 1; // sometimes, not reached
        return 0;
    }
}
