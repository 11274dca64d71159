import java.math.*;
import java.nio.charset.StandardCharsets;
import java.security.*;
import java.text.*;
import java.time.*;
import java.time.format.*;
import java.time.temporal.ChronoUnit;
import java.util.*;
import java.util.regex.*;
import java.util.zip.*;

/** Formats, digests, dates, readers and other odds and ends of the library. */
public class Library2 {
    static void attempt(String what, java.util.concurrent.Callable<Object> it) {
        try {
            System.out.println(what + " " + it.call());
        } catch (Exception e) {
            System.out.println(what + " " + e);
        }
    }
    public static void main(String[] args) throws Exception {
        System.out.println(String.format("%5d|%-5d|%05d|%,d|%+d|%x|%X|%o|%(d|%e|%.3f|%10.2f|%-10s|%s|%c|%b|%%|%n", 42, 42, 42, 1234567, 42, 255, 255, 8, -7, 12345.678, Math.PI, -2.5, "ab", null, 'z', true).trim());
        System.out.println(String.format("%08.3f %s %S %h %2$s %.2s %10.3e %g %a", 3.14159, "x", "up", "hash", "prec", 1e10, 0.0001234, 1.0) + String.format("%s %s", List.of(1), new int[0].length));
        System.out.println(String.format("%d %s %,.2f %tY", new BigInteger("123456789012345678901"), new BigDecimal("1.50"), new BigDecimal("12345.678"), LocalDate.of(2024, 5, 6)));
        attempt("bad format", () -> String.format("%d", "x"));
        attempt("missing", () -> String.format("%s %s", 1));
        attempt("unknown", () -> String.format("%q", 1));
        MessageDigest md = MessageDigest.getInstance("SHA-256");
        System.out.println(new BigInteger(1, md.digest("hello".getBytes(StandardCharsets.UTF_8))).toString(16));
        System.out.println(HexFormat.of().formatHex(MessageDigest.getInstance("MD5").digest(new byte[] {1, 2, 3})) + HexFormat.of().formatHex(MessageDigest.getInstance("SHA-1").digest()));
        System.out.println(Base64.getEncoder().encodeToString("some bytes \u00e9".getBytes(StandardCharsets.UTF_8)) + " " + new String(Base64.getDecoder().decode("aGk="), StandardCharsets.US_ASCII) + " " + UUID.nameUUIDFromBytes(new byte[] {1}) + " " + UUID.fromString("123e4567-e89b-12d3-a456-426614174000").getMostSignificantBits());
        CRC32 crc = new CRC32(); crc.update("abc".getBytes()); System.out.println(crc.getValue());
        LocalDateTime dt = LocalDateTime.of(2024, 2, 29, 13, 5, 9);
        System.out.println(dt.format(DateTimeFormatter.ISO_LOCAL_DATE_TIME) + " " + dt.format(DateTimeFormatter.ofPattern("yyyy/MM/dd HH-mm-ss")) + " " + LocalDate.parse("03.04.2021", DateTimeFormatter.ofPattern("dd.MM.yyyy")) + " " + dt.atZone(ZoneOffset.UTC).toEpochSecond() + " " + dt.truncatedTo(ChronoUnit.HOURS) + " " + ChronoUnit.DAYS.between(LocalDate.of(2000, 1, 1), dt.toLocalDate()) + " " + Duration.between(dt, dt.plusDays(1).plusSeconds(5)) + " " + YearMonth.of(2023, 2).lengthOfMonth() + " " + OffsetDateTime.of(dt, ZoneOffset.ofHours(2)) + " " + Period.parse("P1Y2M3D").toTotalMonths() + " " + dt.toLocalDate().with(java.time.temporal.TemporalAdjusters.firstDayOfNextMonth()));
        attempt("date", () -> LocalDate.parse("2021-02-30"));
        System.out.println(dt.format(DateTimeFormatter.ofPattern("EEE, d MMM yyyy h:mm a", Locale.ENGLISH)) + " " + DayOfWeek.FRIDAY.getDisplayName(java.time.format.TextStyle.SHORT, Locale.ENGLISH));
        Matcher m = Pattern.compile("(?<key>[a-z]+)\\s*=\\s*(?<value>\"[^\"]*\"|\\S+)", Pattern.CASE_INSENSITIVE).matcher("Name = \"x y\" b=2,c=3");
        while (m.find()) System.out.print(m.group("key") + "->" + m.group("value") + "@" + m.start() + ";");
        System.out.println(" " + "a1b22c".replaceAll("(\\d+)", "<$1>") + " " + Pattern.compile("(?<=a)b(?!c)").matcher("abc abd").replaceAll("X") + " " + "x,y;;z".split("[,;]").length + " " + Arrays.toString("a:b::".split(":", -1)) + " " + "(\\w)\\1".length() + Pattern.matches("(\\w)\\1+", "zzz") + Pattern.compile("^\\d+$", Pattern.MULTILINE).matcher("1\nx\n22").results().map(MatchResult::group).toList() + " " + "\u00c4rger".matches("(?iu)\u00e4RGER") + " " + "aXbX".replaceFirst("x(?i)", "_") + " " + "foo.bar".split(Pattern.quote("."))[1]);
        attempt("regex", () -> Pattern.compile("a{2,1}"));
        attempt("group", () -> "a".replaceAll("a", "$2"));
        System.out.println(new BigDecimal("1").divide(new BigDecimal("3"), new MathContext(20)) + " " + new BigDecimal("123.456").round(new MathContext(4)) + " " + new BigDecimal("1e-10").add(BigDecimal.ONE).stripTrailingZeros() + " " + BigDecimal.valueOf(2).sqrt(MathContext.DECIMAL64) + " " + new BigInteger("fd", 16).modInverse(BigInteger.valueOf(1000)) + " " + BigInteger.TWO.pow(200).sqrt().bitCount() + " " + new BigInteger("-12345678901234567890").mod(BigInteger.valueOf(97)) + " " + Arrays.toString(new BigInteger("1000000007").multiply(new BigInteger("998244353")).toByteArray()) + " " + new BigDecimal(0.1));
        attempt("inexact", () -> BigDecimal.ONE.divide(new BigDecimal(3)));
        Scanner s = new Scanner("10 ab 3,14 true abc\n  last line \n1e3 99999999999").useDelimiter("[\\s,]+");
        System.out.println(s.nextInt() + s.next() + s.nextInt() + s.nextByte() + s.nextBoolean() + s.hasNextInt() + s.next() + s.nextLine() + "|" + s.nextLine() + "|" + s.nextDouble() + s.hasNextInt() + s.nextLong() + s.hasNext() + new Scanner("a-b-c").useDelimiter("-").tokens().toList() + new Scanner("7f").nextInt(16));
        String block = """
            {
              "key": "va\\lue",\tx \
            joined
            }""";
        System.out.println(block + block.lines().count() + "  a b ".strip() + "ab".repeat(3) + "x".compareTo("abc") + " ".isBlank() + "Hello".chars().sum() + "a\nb\r\nc".lines().toList() + "%d-%s".formatted(1, "f") + " x ".indent(2) + "stra\u00dfe".toUpperCase() + "TITLE".toLowerCase(Locale.ROOT) + "\ud83d\ude00!".codePointCount(0, 3) + "a,b,,".split(",").length + String.join("|", "p", "q") + "abc".contains("bc") + "banana".lastIndexOf("an") + new StringBuilder("racecar").reverse().insert(2, 3.5f).deleteCharAt(0).replace(0, 1, "ZZ") + "b\u0000".length() + "abc".regionMatches(true, 1, "XBC", 1, 2) + String.valueOf(new char[] {'o', 'k'}) + "x".equals(null) + "\u00e9".getBytes(StandardCharsets.UTF_8).length + new String(new byte[] {(byte) 0xc3, (byte) 0xa9, (byte) 0xff}, StandardCharsets.UTF_8) + "tEST".translateEscapes() + "intern".intern().hashCode());
        System.out.println(new DecimalFormat("#,##0.00;(#)", DecimalFormatSymbols.getInstance(Locale.US)).format(-1234.5) + " " + new DecimalFormat("0.###E0", DecimalFormatSymbols.getInstance(Locale.US)).format(12345) + " " + new SimpleDateFormat("yyyy-MM-dd", Locale.US).format(new Date(0)) + " " + new MessageFormat("{0} and {1}", Locale.US).format(new Object[] {"a", 2}) + " " + new ChoiceFormat("0#none|1#one|1<many").format(5) + " " + NumberFormat.getInstance(Locale.US).format(1234567.891));
        Random r = new Random(42);
        System.out.println(r.nextInt(1000) + " " + r.doubles(2).boxed().toList() + r.longs(1, 0, 100).sum() + new SplittableRandom(5).nextInt(100) + " " + r.nextGaussian());
        java.io.BufferedReader reader = new java.io.BufferedReader(new java.io.StringReader("one\ntwo"));
        System.out.println(reader.readLine() + reader.lines().toList());
        java.io.ByteArrayOutputStream bytes = new java.io.ByteArrayOutputStream();
        try (java.io.DataOutputStream o = new java.io.DataOutputStream(bytes)) { o.writeUTF("h\u00e9"); o.writeInt(7); o.writeDouble(2.5); }
        java.io.DataInputStream in = new java.io.DataInputStream(new java.io.ByteArrayInputStream(bytes.toByteArray()));
        System.out.println(in.readUTF() + in.readInt() + in.readDouble() + bytes.size());
        java.io.StringWriter w = new java.io.StringWriter(); new java.io.PrintWriter(w, true).printf("%3d%s", 5, "!"); System.out.println(w);
        System.out.println(Integer.toBinaryString(-8 >>> 28) + Integer.parseInt("-7f", 16) + Long.parseUnsignedLong("18446744073709551615") + Integer.reverse(1) + Integer.highestOneBit(100) + Long.numberOfTrailingZeros(64) + Character.getNumericValue('x') + Character.isLetterOrDigit('_') + Character.getType('A') + Double.compare(0.0, -0.0) + Double.toString(1e21) + Float.toString(1.1f) + Double.toHexString(0.1) + Double.parseDouble("0x1p-3") + Float.floatToIntBits(Float.NaN) + Byte.toUnsignedInt((byte) -1) + Short.compareUnsigned((short) -1, (short) 1) + Math.floorMod(-7, 3) + Math.round(-2.5) + Math.rint(2.5) + Math.hypot(3, 4) + Math.cbrt(27) + Math.ulp(1.0) + Math.nextUp(1f) + Math.scalb(1.0, 4) + Math.multiplyHigh(1L << 62, 8) + Math.toDegrees(Math.PI) + StrictMath.sin(1) + Math.log1p(0.5) + Math.getExponent(1e10) + Math.copySign(1, -0.0) + Math.fma(2.0, 3.0, 1.0));
        attempt("overflow", () -> Math.multiplyExact(1L << 40, 1L << 30));
        attempt("number", () -> Integer.parseInt("12a"));
        attempt("number", () -> Double.parseDouble("x"));
        attempt("enum", () -> Thread.State.valueOf("NOPE"));
        Properties p = new Properties(); p.load(new java.io.StringReader("a = 1\n# c\nb:two\\u0041\nc d\\\n  e")); System.out.println(new TreeMap<>(p));
        System.out.println(Locale.getDefault().getLanguage() + new GregorianCalendar(2024, 0, 31).get(Calendar.DAY_OF_YEAR) + TimeZone.getTimeZone("UTC").getRawOffset());
        attempt("stack", () -> new Stack<Integer>().pop());
        System.out.println(Thread.currentThread().getName() + Thread.currentThread().getPriority() + Thread.interrupted());
        ThreadLocal<Integer> tl = ThreadLocal.withInitial(() -> 5); tl.set(tl.get() + 1); System.out.println(tl.get());
    }
}
