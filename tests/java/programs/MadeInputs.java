// explore: MadeInputs
// options: --string-length 4 --array-length 2 --junit 4
// findings: java.lang.ArithmeticException 29, java.lang.IllegalStateException 101
// tests: confirmed
// branches: most 98

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.Reader;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Date;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/** Objects of the JDK's classes as inputs: each is made by one call of its public interface. */
public class MadeInputs {
    static int big(BigInteger number) {
        if (number == null) return 0;
        if (number.signum() < 0) return 1;
        return 100 / number.intValue() > 40 ? 2 : 3;
    }

    static int decimal(BigDecimal amount) {
        return amount == null ? 0 : amount.scale() == 2 ? 1 : amount.signum() > 0 ? 2 : 3;
    }

    static int text(StringBuilder text, StringBuffer other) {
        if (text == null || other == null) return -1;
        text.append(other.length());
        return text.length() == 4 && text.charAt(0) == 'x' ? 1 : 0;
    }

    static int counter(AtomicInteger counter, int[] log) {
        if (counter == null) return 0;
        return counter.incrementAndGet() == -3 ? 1 : 2;
    }

    static boolean drawn(Random random) {
        return random != null && random.nextInt(4) == 3;
    }

    static int day(LocalDate date) {
        return date == null ? 0 : date.getYear() == 2024 ? 1 : 2;
    }

    static int moment(LocalDateTime moment) {
        return moment == null ? 0 : moment.getHour() == 23 ? 1 : 2;
    }

    static int time(Date date, Duration since) {
        if (date == null || since == null) return 0;
        return date.getTime() + since.getSeconds() == 1234567 ? 1 : 2;
    }

    static boolean id(UUID id) {
        return id != null && id.getMostSignificantBits() == 7 && id.version() == 0;
    }

    static int bits(BitSet bits) {
        return bits == null ? 0 : bits.get(65) ? 1 : bits.isEmpty() ? 2 : 3;
    }

    static int optional(Optional<String> name) {
        return name == null ? 0 : name.isPresent() ? name.get().equals("yes") ? 1 : 2 : 3;
    }

    static int number(Number number) {
        if (number instanceof Integer) return number.intValue() == 5 ? 1 : 2;
        return number instanceof Double ? 3 : number == null ? 4 : 5;
    }

    static int any(Object any) {
        if (any instanceof String) return ((String) any).isEmpty() ? 1 : 2;
        return any instanceof Integer ? 3 : any == null ? 4 : 5;
    }

    static int sequence(CharSequence text) {
        return text == null ? 0 : text.length() == 2 && text.charAt(1) == '!' ? 1 : 2;
    }

    static int read(Reader reader) throws IOException {
        if (reader == null) return -2;
        int first = reader.read();
        return first == 'q' ? 1 : first < 0 ? 2 : 3;
    }

    static int read(ByteArrayInputStream bytes) {
        return bytes == null ? 0 : bytes.read() == 200 ? 1 : 2;
    }

    static void thrown(Exception reason) {
        if (reason != null && "stop".equals(reason.getMessage())) throw new IllegalStateException(reason);
    }

    static int referred(AtomicReference<Object> held) {
        return held == null ? 0 : held.get() == null ? 1 : 2;
    }

    static String named(Class<?> type) {
        return type == null ? "none" : type.getSimpleName();
    }

    /** The program's own list is made by its own constructor. */
    static class Names extends ArrayList<String> {
        private static final long serialVersionUID = 1;
        int limit = 7;

        boolean isFull() {
            return size() >= limit - 5;
        }
    }

    static int full(Names names) {
        return names == null ? 0 : names.isFull() ? "a".equals(names.get(1)) ? 1 : 2 : 3;
    }

    static class Failure extends RuntimeException {
        private static final long serialVersionUID = 1;
        final int code = 3;
    }

    static int code(Failure failure) {
        return failure == null ? 0 : failure.code;
    }
}
