package wayfarer.replay;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/** Loads tests and the program under test, the latter with probes: each test has its own. */
final class ProbeLoader extends URLClassLoader {
    /** Where classes are, and what all loaders know of them. */
    static final class Classes {
        private final List<String> path;
        private final URL[] urls;
        private final Instrumenter instrumenter;
        private final String compiled;
        private final String monitors;
        private final Map<String, byte[]> instrumented = new HashMap<>();
        private final Set<String> outermost = new HashSet<>();

        Classes(String compiled, List<String> path, String monitors, Instrumenter instrumenter)
                throws MalformedURLException {
            this.monitors = monitors;
            this.path = path;
            this.compiled = compiled;
            this.instrumenter = instrumenter;
            List<URL> urls = new ArrayList<>();
            urls.add(new File(compiled).toURI().toURL());
            for (String entry : path) {
                urls.add(new File(entry).toURI().toURL());
            }
            this.urls = urls.toArray(new URL[0]);
            for (String target : instrumenter.targets()) {
                String type = target.substring(0, target.lastIndexOf('.', target.indexOf('(')));
                outermost.add(outermost(type));
            }
        }

        private boolean isTest(String name) {
            return new File(compiled, name.replace('.', '/') + ".class").isFile();
        }

        /** True for the monitors of specifications, which are not the user's. */
        private boolean isMonitor(String name) {
            return !monitors.isEmpty() && (name.equals(monitors) || name.startsWith(monitors + "$"));
        }

        private synchronized byte[] contents(String name, URL from) throws IOException {
            byte[] known = instrumented.get(name);
            if (known == null) {
                known = read(from);
                if (!isTest(name) && !isOwn(name) && !isMonitor(name)) {
                    outermost.add(outermost(name));
                    known = instrumenter.instrument(known);
                }
                instrumented.put(name, known);
            }
            return known;
        }

        /** Notes classes that were not loaded, but belong to the same outermost ones as others. */
        synchronized void registerNeighbours() throws IOException {
            for (String entry : path) {
                File file = new File(entry);
                if (file.isDirectory()) {
                    for (String outer : new TreeSet<>(outermost)) {
                        directory(file, outer);
                    }
                } else if (file.isFile()) {
                    jar(file);
                }
            }
        }

        private void directory(File root, String outer) throws IOException {
            File own = new File(root, outer.replace('.', '/') + ".class");
            File[] beside = own.getParentFile().listFiles();
            String simple = own.getName().substring(0, own.getName().length() - ".class".length());
            if (beside == null) {
                return;
            }
            java.util.Arrays.sort(beside);
            for (File file : beside) {
                String name = file.getName();
                if (name.equals(simple + ".class") || name.startsWith(simple + "$") && name.endsWith(".class")) {
                    String binary = outer.substring(0, outer.length() - simple.length())
                            + name.substring(0, name.length() - ".class".length());
                    contents(binary, file.toURI().toURL());
                }
            }
        }

        private void jar(File file) throws IOException {
            try (JarFile jar = new JarFile(file)) {
                for (Enumeration<JarEntry> entries = jar.entries(); entries.hasMoreElements();) {
                    String name = entries.nextElement().getName();
                    if (!name.endsWith(".class") || name.startsWith("META-INF/")) {
                        continue;
                    }
                    String binary = name.substring(0, name.length() - ".class".length()).replace('/', '.');
                    if (outermost.contains(outermost(binary))) {
                        contents(binary, new URL("jar:" + file.toURI().toURL() + "!/" + name));
                    }
                }
            }
        }
    }

    private final Classes classes;
    private final boolean probes;

    ProbeLoader(Classes classes) {
        this(classes, true);
    }

    /** Without probes classes are as they are. */
    ProbeLoader(Classes classes, boolean probes) {
        super(classes.urls, ProbeLoader.class.getClassLoader());
        this.classes = classes;
        this.probes = probes;
    }

    private static String outermost(String name) {
        int dollar = name.indexOf('$', name.lastIndexOf('.') + 2);
        return dollar < 0 ? name : name.substring(0, dollar);
    }

    /** True for the in-source interface, which is not the user's. */
    private static boolean isOwn(String name) {
        return name.startsWith("wayfarer.") || name.startsWith("org.sosy_lab.sv_benchmarks.");
    }

    /** True for what tests and this runner share. */
    private static boolean isShared(String name) {
        return name.startsWith("java.") || name.startsWith("wayfarer.replay.")
                || name.startsWith("org.junit.") || name.startsWith("junit.")
                || name.startsWith("org.hamcrest.") || name.startsWith("org.opentest4j.")
                || name.startsWith("org.apiguardian.");
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            if (loaded == null && !isShared(name)) {
                URL found = findResource(name.replace('.', '/') + ".class");
                if (found != null) {
                    loaded = define(name, found);
                }
            }
            return loaded == null ? super.loadClass(name, resolve) : loaded;
        }
    }

    private Class<?> define(String name, URL found) throws ClassNotFoundException {
        byte[] contents;
        try {
            contents = probes ? classes.contents(name, found) : read(found);
        } catch (IOException failure) {
            throw new ClassNotFoundException(name, failure);
        }
        int dot = name.lastIndexOf('.');
        if (dot > 0 && getDefinedPackage(name.substring(0, dot)) == null) {
            definePackage(name.substring(0, dot), null, null, null, null, null, null, null);
        }
        CodeSource source = new CodeSource(found, (Certificate[]) null);
        return defineClass(name, contents, 0, contents.length, new ProtectionDomain(source, null, this, null));
    }

    private static byte[] read(URL from) throws IOException {
        java.net.URLConnection connection = from.openConnection();
        connection.setUseCaches(false);
        try (InputStream in = connection.getInputStream()) {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            byte[] buffer = new byte[8192];
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                out.write(buffer, 0, read);
            }
            return out.toByteArray();
        }
    }
}
