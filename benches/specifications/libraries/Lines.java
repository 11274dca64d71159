import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.commons.io.IOUtils;
import org.apache.commons.io.LineIterator;

/** Copies the lines of a text that are not empty: commons-io. */
public class Lines {
    static int kept(String text) throws IOException {
        List<String> lines = new ArrayList<>();
        try (LineIterator iterator = new LineIterator(new StringReader(text)) {
            @Override
            protected boolean isValidLine(String line) {
                return !line.startsWith("#");
            }
        }) {
            while (iterator.hasNext()) {
                lines.add(iterator.next());
            }
        }
        lines.addAll(IOUtils.readLines(new StringReader(text)));
        for (Iterator<String> all = lines.iterator(); all.hasNext(); ) {
            if (all.next().isEmpty()) {
                all.remove();
            }
        }
        StringWriter written = new StringWriter();
        IOUtils.writeLines(lines, "\n", written);
        StringWriter copied = new StringWriter();
        IOUtils.copy(new StringReader(written.toString()), copied);
        return copied.toString().length();
    }
}
