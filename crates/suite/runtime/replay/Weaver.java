package wayfarer.replay;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.tree.ClassNode;

/**
 * Has the classes of a program call monitors in place of what these watch over.
 *
 * <p>The only argument is a file with a line a fact: {@code path ENTRY} (several, in order), {@code monitors CLASS},
 * {@code into DIRECTORY}, and {@code entry CLASS NAME DESCRIPTOR} for methods that are called from outside. It says
 * {@code entry CLASS NAME DESCRIPTOR METHOD DESCRIPTOR} of those that are watched, {@code idle CLASS.NAME} of what
 * no class calls, {@code strange TEXT} of what cannot be watched, and {@code failed TEXT}.
 */
public final class Weaver {
    private final List<String> path = new ArrayList<>();
    private final List<String[]> entries = new ArrayList<>();
    private String monitors;
    private Path into;

    private Weaver() {
    }

    public static void main(String[] arguments) throws Exception {
        Weaver weaver = new Weaver();
        weaver.read(arguments[0]);
        try {
            weaver.weave();
        } catch (Watched.Impossible impossible) {
            System.out.println("failed " + impossible.getMessage());
        }
    }

    private void read(String file) throws IOException {
        for (String line : Files.readAllLines(Paths.get(file), StandardCharsets.UTF_8)) {
            int space = line.indexOf(' ');
            String value = line.substring(space + 1);
            switch (line.substring(0, space)) {
                case "path": path.add(value); break;
                case "monitors": monitors = value; break;
                case "into": into = Paths.get(value); break;
                case "entry": entries.add(value.split(" ")); break;
                default: throw new IOException("unknown: " + line);
            }
        }
    }

    private void weave() throws IOException, Watched.Impossible {
        List<URL> urls = new ArrayList<>();
        urls.add(into.toUri().toURL());
        for (String entry : path) {
            urls.add(new File(entry).toURI().toURL());
        }
        try (URLClassLoader loader = new URLClassLoader(urls.toArray(new URL[0]))) {
            Watched watched = new Watched(monitors, loader);
            for (String[] entry : entries) {
                Watched.Call call = watched.find(entry[0], entry[1], entry[2], entry[1].equals("<init>"));
                if (call != null && call.isSure) {
                    System.out.println("entry " + String.join(" ", entry) + " " + call.method.getName() + " "
                        + org.objectweb.asm.Type.getMethodDescriptor(call.method));
                }
            }
            TreeSet<String> done = new TreeSet<>();
            for (String entry : path) {
                File file = new File(entry);
                if (file.isDirectory()) {
                    directory(file.toPath(), watched, done);
                } else if (file.isFile()) {
                    jar(file, watched, done);
                }
            }
            for (String idle : watched.idle()) {
                System.out.println("idle " + idle);
            }
        }
    }

    private void directory(Path root, Watched watched, TreeSet<String> done) throws IOException {
        List<Path> files = new ArrayList<>();
        try (Stream<Path> all = Files.walk(root)) {
            all.filter(file -> file.toString().endsWith(".class")).sorted().forEach(files::add);
        }
        for (Path file : files) {
            String name = root.relativize(file).toString().replace(File.separatorChar, '/');
            rewrite(name, Files.readAllBytes(file), watched, done);
        }
    }

    private void jar(File file, Watched watched, TreeSet<String> done) throws IOException {
        try (JarFile jar = new JarFile(file, false, JarFile.OPEN_READ, Runtime.version())) {
            for (Iterator<JarEntry> all = jar.versionedStream().iterator(); all.hasNext();) {
                JarEntry entry = all.next();
                if (entry.getName().endsWith(".class")) {
                    try (InputStream in = jar.getInputStream(entry)) {
                        rewrite(entry.getName(), in.readAllBytes(), watched, done);
                    }
                }
            }
        }
    }

    /** Writes a class anew if it calls what is watched. The first of a name on the path is the one that counts. */
    private void rewrite(String file, byte[] contents, Watched watched, TreeSet<String> done) throws IOException {
        if (file.endsWith("module-info.class") || !done.add(file)) {
            return;
        }
        ClassNode type = new ClassNode();
        int version;
        try {
            version = Instrumenter.withKnownVersion(contents, known -> new ClassReader(known).accept(type, 0));
        } catch (RuntimeException malformed) {
            System.out.println("strange " + file + " is no class file that can be read");
            return;
        }
        if (!new Weaving(watched, type).run()) {
            return;
        }
        ClassWriter writer = new ClassWriter(0);
        byte[] result;
        try {
            type.accept(writer);
            result = writer.toByteArray();
        } catch (org.objectweb.asm.MethodTooLargeException | org.objectweb.asm.ClassTooLargeException large) {
            System.out.println("strange " + file + " would be too large");
            return;
        }
        Instrumenter.setVersion(result, version);
        Path target = into.resolve(file);
        Files.createDirectories(target.getParent());
        Files.write(target, result);
    }
}
