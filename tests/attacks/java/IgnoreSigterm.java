// attack: ignore SIGTERM, with a child that does so, too
// expect: time
final class IgnoreSigterm {
    public static void main(String[] arguments) throws Exception {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            while (true) {
                try {
                    Thread.sleep(1000);
                } catch (InterruptedException ignored) {
                    // On and on.
                }
            }
        }));
        new ProcessBuilder("/usr/bin/setsid", "/bin/sh", "-c", "trap '' TERM HUP; while :; do /bin/sleep 1; done")
            .inheritIO().start();
        Thread.sleep(600000);
    }
}
