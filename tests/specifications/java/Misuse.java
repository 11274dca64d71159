// Classes of the JDK, each misused for one input and used as it should be for another.
// explore: Misuse.run
// options: --spec jdk
// findings: specification-violation 33, specification-violation 42, specification-violation 48, specification-violation 52, specification-violation 56, specification-violation 63, specification-violation 69, specification-violation 76, specification-violation 81, specification-violation 99
// verdicts: confirmed
// tests: confirmed
// exhaustive: true
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

class Misuse {
    static int run(int what, boolean wrong) throws IOException {
        switch (what) {
            case 1: {
                List<String> list = new ArrayList<>(List.of("a", "b"));
                Iterator<String> i = list.iterator();
                i.next();
                i.remove();
                if (wrong) {
                    i.remove();
                }
                return list.size();
            }
            case 2: {
                StringReader r = new StringReader("ab");
                r.read();
                r.close();
                r.close();
                if (wrong) return r.read();
                return 2;
            }
            case 3: {
                BufferedWriter w = new BufferedWriter(new StringWriter());
                if (wrong) w.close();
                w.write("x");
                return 3;
            }
            case 4:
                return Optional.of(4).filter(n -> !wrong).get();
            case 5: {
                ReentrantLock lock = new ReentrantLock();
                lock.lock();
                (wrong ? new ReentrantLock() : lock).unlock();
                return 5;
            }
            case 6: {
                Matcher m = Pattern.compile("a+").matcher("xaa");
                m.find();
                if (wrong) m.find();
                return m.group().length();
            }
            case 7: {
                Stream<String> s = Stream.of("a", "b");
                Stream<String> t = s.filter(text -> !text.isEmpty());
                if (wrong) {
                    s.forEach(text -> { });
                }
                return (int) t.count();
            }
            case 8: {
                Stream.Builder<String> b = Stream.builder();
                b.add("a").build();
                if (wrong) b.accept("b");
                return 8;
            }
            case 9: {
                List<String> list = new ArrayList<>(List.of("a", "b", "c"));
                for (String text : list) {
                    if (wrong) list.remove(text);
                    else if (text.isEmpty()) return -1;
                }
                Iterator<String> i = list.iterator();
                i.next();
                i.remove();
                i.next();
                list.add("d");
                return list.iterator().next().length();
            }
            case 10: {
                Map<String, Integer> map = new HashMap<>(Map.of("a", 1, "b", 2));
                Set<String> keys = map.keySet();
                map.put("c", 3);
                Iterator<String> i = keys.iterator();
                i.next();
                if (wrong) map.clear();
                return i.next().length();
            }
            default:
                return 0;
        }
    }
}
