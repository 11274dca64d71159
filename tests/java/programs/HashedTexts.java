// A text that a hash code asks for is one that can be read.
//
// explore: HashedTexts.bucket
// options: --jobs 1
// exhaustive: false
// findings: none
// tests: confirmed

public class HashedTexts {
    static int bucket(String text) {
        if (text == null || text.length() != 5) {
            return -1;
        }
        int hash = 0;
        for (int i = 0; i < 5; i++) {
            hash = 31 * hash + text.charAt(i);
        }
        return ((hash ^ hash >>> 16) & 15) == 0 ? 1 : 0;
    }
}
