import java.io.IOException;
import java.io.StringReader;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;

/** Reads all records of a text: commons-csv. */
public class Csv {
    static int fields(String text) throws IOException {
        int fields = 0;
        CSVFormat format = CSVFormat.DEFAULT.builder().setCommentMarker('#').setEscape('\\').build();
        try (CSVParser parser = new CSVParser(new StringReader(text), format)) {
            for (CSVRecord record : parser) {
                fields += record.size();
            }
        }
        return fields;
    }
}
