import org.json.simple.DeserializationException;
import org.json.simple.Jsoner;

/** Reads a value and writes it again: json-simple. */
public class Json {
    static String again(String text) throws DeserializationException {
        return Jsoner.prettyPrint(Jsoner.serialize(Jsoner.deserialize(text)));
    }
}
