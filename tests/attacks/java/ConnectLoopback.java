// attack: connect to a port of this machine, and to another machine
// expect: refused
import java.net.InetSocketAddress;
import java.net.Socket;

final class ConnectLoopback {
    public static void main(String[] arguments) {
        int port = Integer.parseInt(arguments[2]);
        Attack.attempt("connect to 127.0.0.1", () -> new Socket("127.0.0.1", port));
        Attack.attempt("connect to another machine",
            () -> new Socket().connect(new InetSocketAddress("192.0.2.1", 80), 2000));
    }
}
