package wayfarer.java.io;

import java.io.File;
import wayfarer.Machine;

/** Natives of java.io.UnixFileSystem: the JDK itself has no files, others are not supported. */
public final class UnixFileSystem {
    private UnixFileSystem() {}

    public static int getBooleanAttributes0(Object self, File file) {
        String path = file.getPath();
        if (!path.startsWith(System.getProperty("java.home").concat("/"))) Machine.unsupportedText("a look at the file " + path);
        return 0;
    }
}
