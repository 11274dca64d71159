// A spooler with one printer: packets from computers and from the printer are bytes. What is wrong: a job that is cancelled while it
// is held leaves the queue, but the printer goes on with it as soon as there is paper again.
// explore: Spooler.run
// options: --spec Spooler.spec --array-length 15
// violated by: 10 20 30 40 50
import java.util.ArrayList;
import java.util.List;

class Job {
    final int number;
    int owner;
    int pages;
    boolean isHeld;
    boolean isCancelled;
    boolean isBold;
    boolean isWide;

    Job(int number) {
        this.number = number;
    }

    void enqueue() {
        pages = 1;
    }

    void start() {
        isHeld = false;
    }

    void hold() {
        isHeld = true;
    }

    void cancel() {
        isCancelled = true;
    }

    void resume() {
        isHeld = false;
    }
}

/** A packet: its kind, and a body of up to 15 bytes. */
class Packet {
    final int kind;
    final int[] body;

    Packet(int kind, int[] body) {
        this.kind = kind;
        this.body = body;
    }

    int at(int index) {
        return index < body.length ? body[index] : 0;
    }
}

class Line {
    private final byte[] bytes;
    private int position;

    Line(byte[] bytes) {
        this.bytes = bytes;
    }

    boolean hasMore() {
        return position < bytes.length;
    }

    /** The next packet; a body that is cut off is taken as it is. */
    Packet next() {
        int head = bytes[position++] & 0xff;
        int length = Math.min(head & 15, bytes.length - position);
        int[] body = new int[length];
        for (int i = 0; i < length; i++) {
            body[i] = bytes[position++] & 0xff;
        }
        return new Packet(head >> 4, body);
    }
}

/** What a page will look like: text with escape sequences, as printers understand them. */
class Page {
    int lines;
    int column;
    int widest;
    int font;
    int ink;
    int unknown;
    boolean isBold;
    boolean isLandscape;

    void print(Packet packet, int from) {
        int at = from;
        while (at < packet.body.length) {
            int c = packet.body[at];
            at++;
            if (c == 27) {
                escape(packet.at(at), packet.at(at + 1));
                at += 2;
            } else {
                character(c);
            }
        }
    }

    private void escape(int code, int value) {
        switch (code) {
            case 'F':
                if (value < 8) {
                    font = value;
                } else {
                    unknown++;
                }
                break;
            case 'B':
                isBold = value != 0;
                break;
            case 'L':
                isLandscape = true;
                break;
            case 'P':
                isLandscape = false;
                break;
            case 'T':
                column = value > 80 ? 80 : value;
                break;
            default:
                unknown++;
        }
    }

    private void character(int c) {
        if (c == '\n') {
            lines++;
            column = 0;
        } else if (c == '\r') {
            column = 0;
        } else if (c == '\t') {
            column += 8 - column % 8;
        } else if (c == '\f') {
            lines = 0;
        } else if (c >= ' ' && c < 0x7f) {
            column++;
            ink += isBold ? 2 : 1;
        } else {
            unknown++;
        }
        if (column > widest) {
            widest = column;
        }
        if (column > (isLandscape ? 120 : 80)) {
            column = 0;
            lines++;
        }
    }
}

class Spooler {
    private final List<Job> queue = new ArrayList<>();
    private final Page page = new Page();
    private Job printing;
    private int jobs;
    private int refused;
    private int complaints;
    private int paper = 100;
    private int toner = 100;
    private int banners;
    private int tray;
    private int statistics;
    private int hour;

    /** Handles packets as long as there are any. Gives the number of complaints. */
    static int run(byte[] bytes) {
        if (bytes == null) {
            return 0;
        }
        Line line = new Line(bytes);
        Spooler spooler = new Spooler();
        while (line.hasMore()) {
            spooler.handle(line.next());
        }
        return spooler.complaints;
    }

    private void handle(Packet packet) {
        switch (packet.kind) {
            case 1:
                receive(packet);
                break;
            case 2:
                start();
                break;
            case 3:
                outOfPaper();
                break;
            case 4:
                cancel(packet.at(0));
                break;
            case 5:
                refill(packet);
                break;
            case 6:
                preview(packet);
                break;
            case 7:
                banner(packet);
                break;
            case 8:
                status(packet);
                break;
            case 9:
                account(packet);
                break;
            case 10:
                chooseTray(packet);
                break;
            case 11:
                clock(packet);
                break;
            case 12:
                finish();
                break;
            default:
                refused++;
        }
        if (toner < 10) {
            complaints++;
        }
    }

    /** Takes a job: its owner, and its first lines. */
    private void receive(Packet packet) {
        Job job = new Job(jobs++);
        job.owner = packet.at(0);
        job.enqueue();
        if (packet.body.length > 1) {
            page.print(packet, 1);
            job.isBold = page.isBold;
            job.isWide = page.widest > 60;
        }
        queue.add(job);
    }

    private void start() {
        if (printing != null || queue.isEmpty()) {
            refused++;
            return;
        }
        printing = queue.get(0);
        printing.start();
    }

    private void outOfPaper() {
        if (printing != null && !printing.isHeld) {
            printing.hold();
        }
        paper = 0;
    }

    private void cancel(int number) {
        for (Job job : queue) {
            if (job.number == number) {
                job.cancel();
                queue.remove(job);
                if (job == printing && !job.isHeld) {
                    printing = null;
                }
                return;
            }
        }
        refused++;
    }

    private void refill(Packet packet) {
        int reams = packet.at(0);
        if (reams > 5) {
            complaints++;
            reams = 5;
        }
        paper += 500 * reams;
        if (printing != null && printing.isHeld) {
            printing.resume();
        }
    }

    private void finish() {
        if (printing == null || printing.isHeld) {
            refused++;
            return;
        }
        queue.remove(printing);
        printing = null;
    }

    private void preview(Packet packet) {
        Page preview = new Page();
        preview.print(packet, 0);
        if (preview.unknown > 1) {
            complaints++;
        }
        if (preview.isLandscape && preview.widest > 100) {
            refused++;
        } else if (preview.lines > 3) {
            statistics++;
        }
        if (preview.ink > 5) {
            toner -= 2;
        }
    }

    /** The name on the page in front: capitals, and signs only between letters. */
    private void banner(Packet packet) {
        int letters = 0;
        int signs = 0;
        for (int c : packet.body) {
            if (c >= 'a' && c <= 'z') {
                letters++;
                signs = 0;
            } else if (c >= 'A' && c <= 'Z') {
                letters += 2;
                signs = 0;
            } else if (c == '-' || c == '\'') {
                if (letters == 0 || signs > 0) {
                    complaints++;
                }
                signs++;
            } else if (c == 0) {
                break;
            } else {
                complaints++;
            }
        }
        if (letters > 0 && signs == 0) {
            banners++;
        }
    }

    /** What the printer says of itself, in bits; it does not stop for any of this. */
    private void status(Packet packet) {
        int bits = packet.at(0);
        if ((bits & 1) != 0) {
            toner -= 5;
        }
        if ((bits & 2) != 0) {
            complaints++;
        }
        if ((bits & 4) != 0 && tray == 0) {
            complaints++;
        }
        if ((bits & 8) != 0) {
            statistics++;
        } else if ((bits & 16) != 0) {
            statistics += 2;
        }
        if ((bits & 0xc0) == 0xc0) {
            toner = 100;
        }
    }

    private void account(Packet packet) {
        int owner = packet.at(0);
        int own = 0;
        int bold = 0;
        for (Job job : queue) {
            if (job.owner == owner) {
                own++;
            }
            if (job.isBold || job.isWide) {
                bold++;
            }
        }
        if (own > 2 || bold > 1) {
            complaints++;
        }
        int cents = packet.at(1) * own;
        if (cents > 500) {
            statistics += 5;
        } else if (cents > 100) {
            statistics++;
        }
    }

    private void chooseTray(Packet packet) {
        switch (packet.at(0)) {
            case 'A':
                tray = 1;
                break;
            case 'B':
                tray = 2;
                break;
            case 'M':
                tray = 3;
                complaints++;
                break;
            default:
                tray = 0;
        }
        int size = packet.at(1);
        if (tray == 3 && size > 4) {
            refused++;
        } else if (size == 3 && tray != 2) {
            complaints++;
        }
    }

    private void clock(Packet packet) {
        hour = (hour + packet.at(0)) % 24;
        if (hour < 6) {
            toner++;
        } else if (hour > 20) {
            statistics++;
        }
        if (toner > 100) {
            toner = 100;
        }
    }
}
