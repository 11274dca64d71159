// Documents that are written, reviewed, approved and published: a session for each document that is opened, in bytes. What is wrong:
// corrections leave the approval as it is, since they should concern spelling only, but anything can be written by them.
// explore: Documents.run
// options: --spec Documents.spec --array-length 15
// violated by: 6f 31 73 72 61 63 78 2e 70
class Document {
    static final int DRAFT = 0;
    static final int SUBMITTED = 1;
    static final int REVIEWED = 2;
    static final int APPROVED = 3;
    static final int PUBLISHED = 4;

    int state = DRAFT;
    int size;
    int revision;
    int comments;
    int tags;
    int links;
    boolean isPinned;

    void submit() {
        state = SUBMITTED;
    }

    void review() {
        state = REVIEWED;
    }

    void approve() {
        state = APPROVED;
    }

    void edit(int size) {
        this.size += size;
        revision++;
    }

    void publish() {
        state = PUBLISHED;
    }
}

class Reader {
    private final byte[] bytes;
    private int position;

    Reader(byte[] bytes) {
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

/** A piece of text with a little markup, up to a full stop: what is in it is counted for the statistics of authors. */
class Text {
    int size;
    int words;
    int sentences;
    int bold;
    int headings;
    int doubtful;
    int longest;
    private boolean isBold;
    private int inWord;

    static Text read(Reader reader) {
        Text text = new Text();
        while (reader.hasMore()) {
            int c = reader.next();
            if (c == '.') {
                break;
            }
            text.add(c, reader.peek());
        }
        text.endWord();
        if (text.isBold) {
            text.doubtful++;
        }
        return text;
    }

    private void add(int c, int following) {
        size++;
        if (c >= 'a' && c <= 'z') {
            inWord++;
            if (c == following) {
                doubtful++;
            }
        } else if (c >= 'A' && c <= 'Z') {
            if (inWord > 0) {
                doubtful++;
            }
            inWord++;
        } else if (c == '*') {
            isBold = !isBold;
            bold++;
        } else if (c == '#') {
            if (inWord == 0 && size == 1) {
                headings++;
            }
        } else if (c == '!' || c == '?') {
            sentences++;
            endWord();
        } else if (c == ' ' || c == ',') {
            if (following == ' ') {
                doubtful++;
            }
            endWord();
        } else if (c >= 0x80) {
            doubtful += 2;
        }
    }

    private void endWord() {
        if (inWord > 0) {
            words++;
            if (inWord > longest) {
                longest = inWord;
            }
        }
        inWord = 0;
    }

    /** How hard it is to read. */
    int grade() {
        int grade = longest;
        if (words > 3) {
            grade++;
        }
        if (headings > 0) {
            grade--;
        }
        if (doubtful > 2) {
            grade += 5;
        }
        return grade;
    }
}

class Documents {
    static final int COUNT = 3;

    private final Document[] documents = {new Document(), new Document(), new Document()};
    private final Reader reader;
    private int refused;
    private int mails;
    private int hard;
    private int words;
    private int found;
    private int layout;

    private Documents(Reader reader) {
        this.reader = reader;
    }

    /** Runs sessions one after the other. Gives how many mails have been sent. */
    static int run(byte[] input) {
        if (input == null) {
            return 0;
        }
        Reader reader = new Reader(input);
        Documents documents = new Documents(reader);
        while (reader.hasMore()) {
            documents.desk(reader.next());
        }
        return documents.mails;
    }

    /** What can be done while no document is open. */
    private void desk(int letter) {
        switch (letter) {
            case 'o':
                open(reader.next() - '0');
                break;
            case 'f':
                find();
                break;
            case 'l':
                chooseLayout(reader.next());
                break;
            case 'm':
                remind(reader.next());
                break;
            case 'y':
                sum();
                break;
            default:
                refused++;
        }
    }

    private void open(int number) {
        if (number < 0 || number >= COUNT) {
            refused++;
            return;
        }
        Document document = documents[number];
        while (reader.hasMore()) {
            int letter = reader.next();
            if (letter == 'q') {
                return;
            }
            if (!flow(document, letter)) {
                decorate(document, letter);
            }
        }
    }

    /** The steps that a document goes through. Says whether this was one. */
    private boolean flow(Document document, int letter) {
        switch (letter) {
            case 's':
                if (document.state == Document.DRAFT) {
                    document.submit();
                    mails++;
                }
                return true;
            case 'r':
                if (document.state == Document.SUBMITTED) {
                    document.review();
                }
                return true;
            case 'a':
                if (document.state == Document.REVIEWED) {
                    document.approve();
                    mails++;
                }
                return true;
            case 'e':
                edit(document);
                return true;
            case 'c':
                correct(document);
                return true;
            case 'p':
                if (document.state == Document.APPROVED) {
                    document.publish();
                }
                return true;
            default:
                return false;
        }
    }

    private void edit(Document document) {
        Text text = Text.read(reader);
        look(text);
        document.edit(text.size);
        document.state = Document.DRAFT;
    }

    private void correct(Document document) {
        Text text = Text.read(reader);
        look(text);
        document.edit(text.size);
    }

    private void look(Text text) {
        words += text.words;
        if (text.grade() > 7) {
            hard++;
        }
        if (text.sentences > 1 && text.words < 3) {
            hard++;
        }
        if (text.bold > 2) {
            layout = 0;
        }
    }

    /** What is kept with a document, but is no part of it. */
    private void decorate(Document document, int letter) {
        switch (letter) {
            case 'n':
                comment(document);
                break;
            case 't':
                tag(document);
                break;
            case 'u':
                link(document);
                break;
            case '+':
                document.isPinned = true;
                break;
            case '-':
                document.isPinned = false;
                break;
            case 'w':
                if (document.size > 6 || document.revision > 2) {
                    mails++;
                } else if (document.isPinned) {
                    mails += 2;
                }
                break;
            default:
                refused++;
        }
    }

    private void comment(Document document) {
        Text text = Text.read(reader);
        if (text.size == 0) {
            refused++;
            return;
        }
        document.comments++;
        if (text.sentences > 0) {
            mails++;
        }
        if (document.comments > 3 && text.grade() > 4) {
            hard++;
        }
    }

    private void tag(Document document) {
        int tag = reader.next();
        if (tag >= 'a' && tag <= 'h') {
            document.tags |= 1 << (tag - 'a');
        } else if (tag == '0') {
            document.tags = 0;
        } else {
            refused++;
        }
        if ((document.tags & 5) == 5) {
            mails++;
        }
    }

    /** Links to documents by numbers, or to pages by names with points at both ends. */
    private void link(Document document) {
        int first = reader.next();
        if (first >= '0' && first < '0' + COUNT) {
            if (documents[first - '0'] == document) {
                refused++;
            } else {
                document.links++;
            }
        } else if (first == '.') {
            Text name = Text.read(reader);
            if (name.words == 1 && name.doubtful == 0) {
                document.links++;
            } else {
                refused++;
            }
        }
    }

    private void find() {
        Text text = Text.read(reader);
        found = 0;
        for (Document document : documents) {
            if (text.size <= document.size) {
                found++;
            }
            if (text.headings > 0 && document.tags != 0) {
                found++;
            }
        }
        if (found > COUNT) {
            hard++;
        }
    }

    private void chooseLayout(int columns) {
        if (columns == '1' || columns == '2') {
            layout = columns - '0';
        } else if (columns == 'w') {
            layout = 5;
        } else {
            refused++;
        }
    }

    private void remind(int days) {
        for (Document document : documents) {
            if (document.comments > 0 && days > 3) {
                mails++;
            }
            if (document.isPinned && days > 30) {
                mails++;
            }
        }
        if (days > 200) {
            refused++;
        }
    }

    private void sum() {
        int sum = 0;
        for (Document document : documents) {
            if (document.size > 2) {
                sum += document.size;
            }
            if (document.links > document.comments) {
                sum++;
            }
        }
        if (sum > words) {
            hard = 0;
        }
    }
}
