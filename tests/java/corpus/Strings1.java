import java.util.*;

/** Strings, Latin-1 and UTF-16, builders, switch on strings, formatting. */
public class Strings1 {
    static String kind(String s) {
        switch (s) {
            case "Aa":
                return "first";
            case "BB":
                return "second";
            case "":
                return "empty";
            default:
                return "other " + s;
        }
    }

    public static void main(String[] args) {
        String a = "Hello, World", u = "Grüße \u4e16\u754c \uD83D\uDE00";
        System.out.println(a.length() + " " + a.charAt(4) + " " + a.indexOf("World") + " " + a.indexOf('o', 5) + " " + a.lastIndexOf('o') + " " + a.substring(7) + " " + a.substring(0, 5) + " " + a.replace('l', 'L') + " " + a.replace("World", "Java") + " " + a.toUpperCase() + " " + a.toLowerCase() + " " + a.contains("lo,") + " " + a.startsWith("Hell") + " " + a.endsWith("ld") + " " + a.isEmpty() + " " + "  x ".trim() + "|" + " y\t".strip() + "|" + "".isBlank());
        System.out.println(u.length() + " " + u.codePointCount(0, u.length()) + " " + (int) u.charAt(2) + " " + u.indexOf("\u4e16") + " " + u.hashCode() + " " + a.hashCode() + " " + u.substring(0, 5) + u.toUpperCase().length() + " " + u.equals(new String(u.toCharArray())) + " " + a.equalsIgnoreCase("HELLO, WORLD") + " " + a.compareTo("Help") + " " + "b".compareToIgnoreCase("A"));
        System.out.println(String.join("-", "a", "b", "c") + " " + Arrays.toString("a,b,,c,".split(",")) + " " + Arrays.toString("a1b22c".split("[0-9]+")) + " " + "ab".repeat(3) + " " + "x".concat("y") + " " + String.valueOf(new char[] {'o', 'k'}) + " " + String.valueOf(3.5f) + " " + "tEsT".chars().filter(Character::isUpperCase).count() + " " + new StringBuilder("abc").reverse() + " " + "a\nb\nc".lines().toList() + " " + "%d items".formatted(3) + " " + "  indented".stripLeading());
        System.out.println(kind("Aa") + kind("BB") + kind("C#") + kind("") + ("Aa".hashCode() == "BB".hashCode()));
        StringBuilder b = new StringBuilder();
        for (int i = 0; i < 20; i++) b.append(i).append(i % 2 == 0 ? ',' : ';');
        b.insert(3, "<>").deleteCharAt(0).setCharAt(1, '\u20ac');
        b.append(true).append(1.5).append(2.5f).append('c').append(10L).append((Object) null).append(new char[] {'x'}).replace(0, 2, "##").delete(5, 9);
        System.out.println(b + " " + b.length() + " " + b.indexOf("true") + " " + b.charAt(1));
        b.setLength(4);
        System.out.println(b);
        StringBuffer f = new StringBuffer("buf");
        f.append(1).insert(0, 'c');
        System.out.println(f);
        String x = "con", y = "cat";
        System.out.println((x + y == "concat") + " " + ((x + y).intern() == "concat") + " " + ("con" + "cat" == "concat"));
        System.out.println(Character.isDigit('7') + " " + Character.isLetter('\u00e9') + " " + Character.toUpperCase('\u00e9') + " " + Character.getNumericValue('9') + " " + Character.digit('f', 16) + " " + Character.isWhitespace(' ') + " " + (char) ('a' + 1) + " " + Character.toChars(0x1F600).length + " " + Character.isJavaIdentifierStart(0x41) + " " + Character.isLetterOrDigit('_') + " " + Character.MAX_VALUE + 0);
        System.out.println(String.format("%5d|%-5s|%05d|%x|%X|%c|%b|%.2f|%10.3e|%,d|%+d|%%|%s|%n", 42, "ab", 7, 255, 255, 'c', true, 3.14159, 12345.678, 1234567, 5, List.of(1, 2)));
        System.out.printf("%s %S %h %o %08.3f %(d%n", "low", "up", "hi", 8, 3.5, -3);
        char[] chars = a.toCharArray();
        Arrays.sort(chars);
        System.out.println(new String(chars) + new String(chars, 2, 3) + String.copyValueOf(chars, 0, 1));
        byte[] utf = u.getBytes(java.nio.charset.StandardCharsets.UTF_8);
        System.out.println(utf.length + " " + new String(utf, java.nio.charset.StandardCharsets.UTF_8).equals(u) + " " + Arrays.toString("é".getBytes(java.nio.charset.StandardCharsets.ISO_8859_1)));
        for (int i : new int[] {-1, 12}) {
            try {
                a.charAt(i);
            } catch (StringIndexOutOfBoundsException e) {
                System.out.println(e.getMessage());
            }
        }
        try {
            a.substring(5, 2);
        } catch (StringIndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        for (String n : new String[] {"12", "-2147483648", "2147483648", "", "1x", "+7", null}) {
            try {
                System.out.println(Integer.parseInt(n));
            } catch (NumberFormatException e) {
                System.out.println(e.getMessage());
            }
        }
        System.out.println("""
            A text block
              with "quotes" \
            joined.
            """);
        System.out.println(Objects.toString(null, "default") + " " + new StringJoiner(", ", "{", "}").add("a").add("b") + " " + "a-b_c".chars().map(ch -> ch == '-' ? '+' : ch).collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append));
    }
}
