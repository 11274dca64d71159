// The server's side of a connection to a database: commands with texts of queries are bytes. What is wrong: rows that were read ahead
// are handed out also when the transaction has ended in which they were read.
// explore: Statements.run
// options: --spec Statements.spec --array-length 15
// violated by: 50 30 61 3b 58 30 46 30 43 46 30
class Cursor {
    int columns;
    int buffered;
    int handedOut;
    boolean isPrepared;
    boolean isOpen;

    void prepare(int columns) {
        this.columns = columns;
        isPrepared = true;
        isOpen = false;
    }

    void execute() {
        isOpen = true;
        buffered = 0;
    }

    void fetch() {
        handedOut++;
    }

    void invalidate() {
        isOpen = false;
    }

    void close() {
        isPrepared = false;
        isOpen = false;
        buffered = 0;
    }
}

class Source {
    private final byte[] bytes;
    private int position;

    Source(byte[] bytes) {
        this.bytes = bytes;
    }

    boolean hasMore() {
        return position < bytes.length;
    }

    int peek() {
        return hasMore() ? bytes[position] & 0xff : -1;
    }

    int next() {
        return hasMore() ? bytes[position++] & 0xff : -1;
    }
}

/** The text of a query, as far as it is looked at before it is planned: everything is taken, and what is odd is counted. */
class Query {
    private final Source source;
    int names;
    int numbers;
    int strings;
    int parameters;
    int operators;
    int depth;
    int warnings;

    Query(Source source) {
        this.source = source;
    }

    /** Reads up to a semicolon. */
    void read() {
        while (source.hasMore()) {
            int c = source.next();
            if (c == ';') {
                break;
            }
            token(c);
        }
        if (depth != 0) {
            warnings++;
        }
    }

    private void token(int c) {
        if (isLetter(c)) {
            name();
        } else if (c >= '0' && c <= '9') {
            number();
        } else if (c == '\'') {
            string();
        } else if (c == '?') {
            parameters++;
        } else if (c == '(') {
            depth++;
        } else if (c == ')') {
            depth--;
            if (depth < 0) {
                warnings++;
                depth = 0;
            }
        } else {
            operator(c);
        }
    }

    private static boolean isLetter(int c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_';
    }

    private void name() {
        while (isLetter(source.peek())) {
            source.next();
        }
        names++;
    }

    private void number() {
        int dots = 0;
        while (source.peek() == '.' || source.peek() >= '0' && source.peek() <= '9') {
            if (source.next() == '.') {
                dots++;
            }
        }
        if (dots > 1) {
            warnings++;
        }
        numbers++;
    }

    private void string() {
        int quotes = 0;
        while (source.hasMore() && source.peek() != ';') {
            int c = source.next();
            if (c == '\'') {
                if (source.peek() != '\'') {
                    strings++;
                    return;
                }
                source.next();
                quotes++;
            }
        }
        warnings += quotes + 1;
    }

    private void operator(int c) {
        switch (c) {
            case '<':
            case '>':
                if (source.peek() == '=') {
                    source.next();
                }
                operators++;
                break;
            case '=':
            case '+':
            case '-':
            case '*':
                operators++;
                break;
            case ',':
            case ' ':
                break;
            default:
                warnings++;
        }
    }

    /** What the planner thinks the query costs, for the log. */
    int cost() {
        int cost = names + 2 * operators;
        if (strings > 0 && operators == 0) {
            cost++;
        }
        if (parameters > 2) {
            cost *= 2;
        }
        return cost;
    }
}

class Statements {
    static final int CURSORS = 3;

    private final Cursor[] cursors = {new Cursor(), new Cursor(), new Cursor()};
    private final Source source;
    private int refused;
    private int slow;
    private int warnings;
    private int ahead = 2;
    private int isolation;
    private int timeout;
    private int types;
    private int zone;

    private Statements(Source source) {
        this.source = source;
    }

    /** Serves commands. Gives the number of warnings. */
    static int run(byte[] input) {
        if (input == null) {
            return 0;
        }
        Source source = new Source(input);
        Statements server = new Statements(source);
        while (source.hasMore()) {
            server.command(source.next());
        }
        return server.warnings;
    }

    private void command(int letter) {
        switch (letter) {
            case 'P':
                prepare(cursor());
                break;
            case 'X':
                execute(cursor());
                break;
            case 'F':
                fetch(cursor());
                break;
            case 'K':
                close(cursor());
                break;
            case 'C':
                commit();
                break;
            case 'A':
                readAhead(source.next());
                break;
            case 'I':
                isolate(source.next());
                break;
            case 'T':
                limitTime();
                break;
            case 'D':
                describe();
                break;
            case 'Z':
                setZone();
                break;
            case 'Q':
                explain();
                break;
            default:
                refused++;
        }
    }

    private Cursor cursor() {
        int number = source.next() - '0';
        if (number < 0 || number >= CURSORS) {
            refused++;
            return null;
        }
        return cursors[number];
    }

    private void prepare(Cursor cursor) {
        Query query = new Query(source);
        query.read();
        warnings += query.warnings;
        if (query.cost() > 6) {
            slow++;
        }
        if (cursor != null) {
            cursor.prepare(query.names);
        }
    }

    private void execute(Cursor cursor) {
        if (cursor == null || !cursor.isPrepared) {
            refused++;
            return;
        }
        cursor.execute();
    }

    private void fetch(Cursor cursor) {
        if (cursor == null) {
            return;
        }
        if (cursor.buffered > 0) {
            cursor.buffered--;
            cursor.fetch();
        } else if (cursor.isOpen) {
            cursor.buffered = ahead;
            cursor.fetch();
        } else {
            refused++;
        }
    }

    private void close(Cursor cursor) {
        if (cursor != null && cursor.isPrepared) {
            cursor.close();
        } else {
            refused++;
        }
    }

    private void commit() {
        for (Cursor cursor : cursors) {
            if (cursor.isOpen) {
                cursor.invalidate();
            }
        }
    }

    private void readAhead(int rows) {
        if (rows < 1) {
            ahead = 1;
        } else if (rows > 50) {
            ahead = 50;
            warnings++;
        } else {
            ahead = rows;
        }
    }

    private void isolate(int level) {
        switch (level) {
            case 'u':
                isolation = 1;
                warnings++;
                break;
            case 'c':
                isolation = 2;
                break;
            case 'r':
                isolation = 4;
                break;
            case 's':
                isolation = 8;
                break;
            default:
                refused++;
        }
        if (isolation == 8 && timeout > 60) {
            warnings++;
        }
    }

    /** A number, and the unit that it is in. */
    private void limitTime() {
        int value = 0;
        while (source.peek() >= '0' && source.peek() <= '9') {
            value = value * 10 + source.next() - '0';
            if (value > 3600) {
                value = 3600;
            }
        }
        if (source.peek() == 'm') {
            source.next();
            value *= 60;
        } else if (source.peek() == 's') {
            source.next();
        }
        if (value == 0) {
            warnings++;
        }
        timeout = value;
    }

    /** Types of parameters, up to a point. */
    private void describe() {
        while (source.hasMore() && source.peek() != '.') {
            int type = source.next();
            if (type == 'i' || type == 'l') {
                types++;
            } else if (type == 't' || type == 'd') {
                types += 2;
            } else if (type >= 'A' && type <= 'Z') {
                types += 3;
            } else {
                warnings++;
            }
            if (types > 20) {
                types = 0;
                warnings++;
            }
        }
        source.next();
    }

    private void setZone() {
        int sign = source.next();
        int hours = source.next() - '0';
        if (hours < 0 || hours > 9) {
            warnings++;
            return;
        }
        if (sign == '-') {
            zone = -hours;
        } else if (sign == '+') {
            zone = hours;
        } else {
            warnings++;
        }
    }

    private void explain() {
        Query query = new Query(source);
        query.read();
        int cost = query.cost();
        if (cost > 10) {
            slow += 2;
        } else if (cost > 5) {
            slow++;
        } else if (cost == 0) {
            warnings++;
        }
        if (zone < 0 && query.strings > 0) {
            slow--;
        }
    }
}
