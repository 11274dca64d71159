// attack: signal foreign processes and its parent
// expect: refused
final class Signal {
    public static void main(String[] arguments) {
        long process = Long.parseLong(arguments[1]);
        Attack.attempt("kill a process of the user",
            () -> Attack.require(ProcessHandle.of(process).orElseThrow().destroyForcibly()));
        Attack.attempt("kill its parent", () -> {
            Process kill = new ProcessBuilder("/bin/kill", "-9", "1").start();
            kill.waitFor();
            Thread.sleep(100);
            Attack.require(ProcessHandle.of(1).isEmpty());
        });
    }
}
