// A word of lower case letters by its hash code, as String has it.
//
// witness: (byte) 'g', (byte) 't', (byte) 'u', (byte) 'l', (byte) 'c', (byte) 's', (byte) 'a'
public class HashOfWord {
    static void reached() {
        throw new IllegalStateException("reached");
    }

    static void check(byte a, byte b, byte c, byte d, byte e, byte f, byte g) {
        byte[] word = {a, b, c, d, e, f, g};
        int hash = 0;
        for (byte letter : word) {
            if (letter < 'a' || letter > 'z') return;
            hash = 31 * hash + letter;
        }
        if (hash == "lovable".hashCode() && a != 'l') reached();
    }
}
