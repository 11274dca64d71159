import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import static java.nio.charset.StandardCharsets.UTF_8;

/**
 * The compiler of a test run: javac in a JVM that stays, as most of what a small class takes is the start of another.
 * The one argument is the socket on which `client.c` asks; see `with`.
 */
public class Server {
    private static final ToolProvider JAVAC = ToolProvider.findFirst("javac").orElseThrow();
    private static final Set<String> BEFORE_PATHS =
        Set.of("-d", "-s", "-h", "-sourcepath", "--source-path", "-cp", "-classpath", "--class-path");
    private static final Set<String> CLASS_PATH = Set.of("-cp", "-classpath", "--class-path");

    public static void main(String[] arguments) throws IOException {
        // Before there is a socket: that is what the shell waits for, which may end at once then.
        ProcessHandle.current().parent().orElseThrow().onExit().thenRun(() -> System.exit(0));
        ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        server.bind(UnixDomainSocketAddress.of(arguments[0]));
        while (true) {
            SocketChannel client = server.accept();
            new Thread(() -> answer(client)).start();
        }
    }

    /** Whoever hears nothing fails. */
    private static void answer(SocketChannel channel) {
        try (channel) {
            DataInputStream in = new DataInputStream(Channels.newInputStream(channel));
            List<String> words = new ArrayList<>();
            for (int left = in.readInt(); left > 0; left--) {
                words.add(new String(in.readNBytes(in.readInt()), UTF_8));
            }
            Path directory = Path.of(words.get(0));
            String classPath = words.get(1).isEmpty() ? "." : words.get(1);
            String[] arguments = arguments(directory, classPath, words.subList(2, words.size()));
            ByteArrayOutputStream printed = new ByteArrayOutputStream();
            ByteArrayOutputStream errors = new ByteArrayOutputStream();
            int status;
            try (PrintWriter out = new PrintWriter(printed, false, UTF_8);
                    PrintWriter err = new PrintWriter(errors, false, UTF_8)) {
                status = JAVAC.run(out, err, arguments);
            }
            DataOutputStream answer = new DataOutputStream(Channels.newOutputStream(channel));
            answer.writeInt(status);
            for (ByteArrayOutputStream text : List.of(printed, errors)) {
                answer.writeInt(text.size());
                text.writeTo(answer);
            }
        } catch (IOException error) {
            error.printStackTrace();
        }
    }

    /** What the client was given, from its directory instead of this one. */
    private static String[] arguments(Path directory, String classPath, List<String> given) {
        List<String> arguments = new ArrayList<>();
        boolean hasClassPath = false;
        for (int i = 0; i < given.size(); i++) {
            String argument = given.get(i);
            if (BEFORE_PATHS.contains(argument) && i + 1 < given.size()) {
                hasClassPath |= CLASS_PATH.contains(argument);
                arguments.add(argument);
                arguments.add(absolute(directory, given.get(++i)));
            } else if (argument.endsWith(".java") && !argument.startsWith("-")) {
                arguments.add(absolute(directory, argument));
            } else {
                arguments.add(argument);
            }
        }
        if (!hasClassPath) {
            arguments.add(0, "-cp");
            arguments.add(1, absolute(directory, classPath));
        }
        return arguments.toArray(String[]::new);
    }

    private static String absolute(Path directory, String paths) {
        Stream<String> each = Stream.of(paths.split(":", -1));
        return each.map(path -> directory.resolve(path).toString()).collect(Collectors.joining(":"));
    }
}
