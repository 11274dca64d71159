// attack: connect to sockets of the Unix domain
// expect: refused
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;

final class ConnectUnix {
    public static void main(String[] arguments) {
        Path socket = Path.of(arguments[0], "socket");
        Attack.attempt("connect to a socket in a directory",
            () -> SocketChannel.open(UnixDomainSocketAddress.of(socket)));
    }
}
