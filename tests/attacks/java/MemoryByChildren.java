// attack: fill the memory by children, each below the limit of a process
// expect: memory
final class MemoryByChildren {
    public static void main(String[] arguments) {
        Attack.attempt("take 1600 MiB", () -> {
            for (int i = 0; i < 16; i++) {
                // dd fills a block of 100 MiB and then waits for a reader.
                new ProcessBuilder("/bin/sh", "-c",
                    "/bin/dd if=/dev/zero bs=100M count=1 2>/dev/null | /bin/sleep 30").start();
            }
            Thread.sleep(8000);
        });
    }
}
