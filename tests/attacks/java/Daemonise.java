// attack: leave a daemon behind that keeps its streams open
// expect: done
final class Daemonise {
    public static void main(String[] arguments) {
        String late = arguments[0] + "/late";
        String script = "trap '' TERM HUP; sleep 4; echo late > " + late + "; sleep 60";
        Attack.attempt("start a daemon, which ends with its test",
            () -> new ProcessBuilder("/usr/bin/setsid", "/bin/sh", "-c", script).inheritIO().start());
    }
}
