import java.math.*;
import java.time.*;
import java.util.*;
import java.util.regex.*;

/** BigInteger, BigDecimal, regular expressions, Scanner, java.time, Random, UUID-free odds and ends. */
public class Library1 {
    static void big() {
        BigInteger a = new BigInteger("123456789012345678901234567890"), b = BigInteger.valueOf(987654321);
        System.out.println(a.add(b) + " " + a.subtract(b) + " " + a.multiply(b) + " " + a.divide(b) + " " + a.mod(b) + " " + a.pow(3) + " " + a.gcd(b) + " " + a.negate().shiftRight(5) + " " + b.modPow(BigInteger.TEN, BigInteger.valueOf(1009)) + " " + a.bitLength() + " " + a.compareTo(b) + " " + a.toString(16) + " " + b.isProbablePrime(20) + " " + b.intValue() + " " + a.longValue() + " " + a.and(b).or(BigInteger.ONE).xor(BigInteger.TWO) + " " + a.hashCode() + " " + b.sqrt());
        BigInteger f = BigInteger.ONE;
        for (int i = 2; i <= 60; i++) f = f.multiply(BigInteger.valueOf(i));
        System.out.println(f + " " + f.testBit(70));
        BigDecimal d = new BigDecimal("10.25");
        System.out.println(d.add(new BigDecimal("0.755")) + " " + d.multiply(d) + " " + d.divide(new BigDecimal(3), 10, RoundingMode.HALF_UP) + " " + d.setScale(1, RoundingMode.HALF_EVEN) + " " + d.negate().toBigInteger() + " " + new BigDecimal("1E+3").toPlainString() + " " + d.compareTo(new BigDecimal("10.250")) + d.equals(new BigDecimal("10.250")));
        try {
            BigInteger.ONE.divide(BigInteger.ZERO);
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
    }

    static void regex() {
        Pattern p = Pattern.compile("(\\w+)@(\\w+)\\.(com|org)");
        Matcher m = p.matcher("mail bob@example.com or eve@site.org now");
        while (m.find()) System.out.println(m.group() + " " + m.group(1) + " " + m.group(2) + " " + m.start(3) + "-" + m.end());
        System.out.println("2024-01-15".matches("\\d{4}-\\d\\d-\\d\\d") + " " + "aaa".replaceAll("a*?", "x") + " " + "a.b.c".replaceAll("\\.", "[$0]") + " " + "x1y22".replaceFirst("[0-9]+", "#") + " " + Pattern.matches("(a|b)*c", "ababac") + " " + Arrays.toString("one  two\tthree".split("\\s+")) + " " + Pattern.compile("(?<y>\\d+)").matcher("in 1999").replaceAll(r -> "" + (Integer.parseInt(r.group()) + 1)) + " " + "Foo".matches("(?i)fOO") + " " + Pattern.quote("a.b"));
        try {
            Pattern.compile("(unclosed");
        } catch (PatternSyntaxException e) {
            System.out.println(e.getDescription() + " " + e.getIndex());
        }
    }

    static void scanner() {
        Scanner s = new Scanner("12 3.5 word true\nsecond line\n9");
        System.out.println(s.nextInt() + " " + s.nextDouble() + " " + s.next() + " " + s.nextBoolean() + "|" + s.nextLine() + "|" + s.nextLine() + "|" + s.hasNextInt() + s.nextInt() + s.hasNext());
        try {
            new Scanner("x").nextInt();
        } catch (InputMismatchException e) {
            System.out.println(e.getMessage());
        }
        StringTokenizer t = new StringTokenizer("a b;c", " ;");
        while (t.hasMoreTokens()) System.out.print(t.nextToken() + ".");
        System.out.println();
    }

    static void time() {
        LocalDate d = LocalDate.of(2024, 2, 28).plusDays(2);
        System.out.println(d + " " + d.getDayOfWeek() + " " + d.isLeapYear() + " " + d.minusMonths(1).lengthOfMonth() + " " + Duration.ofMinutes(135) + " " + LocalTime.of(23, 59).plusMinutes(2) + " " + LocalDateTime.of(2020, 1, 1, 0, 0).plusHours(25) + " " + Period.between(LocalDate.of(2000, 1, 1), d) + " " + LocalDate.parse("2021-12-31").getDayOfYear() + " " + java.time.temporal.ChronoUnit.DAYS.between(LocalDate.of(2023, 1, 1), d) + " " + Instant.ofEpochSecond(0) + " " + DayOfWeek.MONDAY.plus(10) + " " + Month.of(5) + " " + Year.isLeap(1900));
        try {
            LocalDate.of(2023, 2, 29);
        } catch (DateTimeException e) {
            System.out.println(e.getMessage());
        }
    }

    static void random() {
        Random r = new Random(12345);
        System.out.println(r.nextInt() + " " + r.nextInt(100) + " " + r.nextLong() + " " + r.nextDouble() + " " + r.nextBoolean() + " " + r.nextGaussian() + " " + r.nextFloat() + " " + r.ints(3, 0, 10).boxed().toList());
    }

    static void boxes() {
        Integer a = 127, b = 127, c = 1000, d = 1000;
        System.out.println((a == b) + " " + (c.equals(d)) + " " + Integer.valueOf(5).hashCode() + " " + Long.valueOf(1L << 33).hashCode() + " " + Double.valueOf(1.5).hashCode() + " " + Boolean.TRUE.hashCode() + " " + Character.valueOf('a').compareTo('b') + " " + Byte.parseByte("-128") + " " + Short.valueOf((short) 3) + " " + Boolean.parseBoolean("TRUE") + " " + Integer.decode("0x10") + " " + Long.parseLong("-9223372036854775808") + " " + new Object().equals(null) + " " + Integer.MAX_VALUE + Integer.MIN_VALUE + " " + Float.MAX_VALUE + " " + Byte.toUnsignedInt((byte) -1) + " " + Integer.toString(-255, 16) + " " + Long.toHexString(-1L) + " " + Integer.toOctalString(8) + " " + Integer.signum(-9) + " " + Character.MIN_RADIX + " " + Integer.parseInt("zz", 36) + " " + Integer.parseUnsignedInt("4294967295"));
        Object o = true ? 1 : "s";
        System.out.println(o + " " + (char) 98 + " " + (true ? 1 : 2.0) + " " + Objects.equals(a, b) + Objects.hash(1, 2, 3));
    }

    public static void main(String[] args) {
        big();
        regex();
        scanner();
        time();
        random();
        boxes();
    }
}
