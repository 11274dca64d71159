// A terminal for cards in a shop: keys, cards and the host's answers are bytes. What is wrong: a partial approval that
// the customer refuses is reversed, but a tip that was entered before has it captured all the same.
// explore: Till.serve
// options: --spec Terminal.spec --array-length 14
class Terminal {
    int authorised;
    int captured;
    int reversals;

    void authorise(int amount) {
        authorised = amount;
    }

    void capture(int amount) {
        captured += amount;
    }

    void reverse() {
        authorised = 0;
        reversals++;
    }
}

class Card {
    static final int NONE = 0;
    static final int CHIP = 1;
    static final int STRIPE = 2;
    static final int CONTACTLESS = 3;

    final int kind;
    final int number;
    int tries;

    Card(int kind, int number) {
        this.kind = kind;
        this.number = number;
    }

    /** The check digit of the last digits that are sent along. */
    boolean isPlausible() {
        int sum = 0;
        boolean twice = false;
        for (int rest = number & 0x7f; rest > 0; rest /= 10) {
            int digit = rest % 10;
            if (twice) {
                digit *= 2;
                if (digit > 9) {
                    digit -= 9;
                }
            }
            sum += digit;
            twice = !twice;
        }
        return sum % 2 == 0;
    }
}

class Receipt {
    int lines;
    int width;
    boolean isDouble;

    void line(int value) {
        int digits = 1;
        while (value > 9) {
            value /= 10;
            digits++;
        }
        if (digits > width) {
            width = digits;
        }
        lines++;
    }

    int length() {
        int length = lines * 2;
        if (isDouble) {
            length *= 2;
        }
        if (width > 2) {
            length++;
        }
        return length;
    }
}

class Till {
    static final int IDLE = 0;
    static final int AMOUNT = 1;
    static final int CARD = 2;
    static final int PIN = 3;
    static final int ONLINE = 4;
    static final int PARTIAL = 5;
    static final int APPROVED = 6;

    private final Terminal terminal = new Terminal();
    private final Receipt receipt = new Receipt();
    private final byte[] input;
    private int position;
    private int state = IDLE;
    private int amount;
    private int tip;
    private Card card;
    private int errors;
    private int language;
    private int paper = 20;
    private boolean isTraining;

    Till(byte[] input) {
        this.input = input;
    }

    /** Serves customers as long as there is input. Gives how much paper is left. */
    static int serve(byte[] input) {
        if (input == null) {
            return 0;
        }
        Till till = new Till(input);
        while (till.position < input.length && till.errors < 6) {
            till.event(till.next());
        }
        return till.paper;
    }

    private int next() {
        return position < input.length ? input[position++] & 0xff : 0;
    }

    private void event(int code) {
        if (code >= '0' && code <= '9') {
            digit(code - '0');
            return;
        }
        switch (code) {
            case 'E':
                enter();
                break;
            case 'C':
                cancel();
                break;
            case 'K':
                insert(next());
                break;
            case 'H':
                host(next());
                break;
            case 'Y':
                accept();
                break;
            case 'N':
                refuse();
                break;
            case 'T':
                addTip(next());
                break;
            case 'L':
                chooseLanguage(next());
                break;
            case 'P':
                refill(next());
                break;
            case 'R':
                print();
                break;
            default:
                errors++;
        }
    }

    private void digit(int digit) {
        if (state == IDLE) {
            amount = 0;
            tip = 0;
            state = AMOUNT;
        }
        if (state == AMOUNT) {
            amount = amount * 10 + digit;
            if (amount > 9999) {
                errors++;
                amount = 9999;
            }
        } else if (state == PIN) {
            checkPin(digit);
        } else {
            errors++;
        }
    }

    private void enter() {
        if (state == AMOUNT && amount > 0) {
            state = CARD;
        } else if (state == APPROVED) {
            finish();
        } else {
            errors++;
        }
    }

    private void insert(int what) {
        if (state != CARD) {
            errors++;
            return;
        }
        int kind = what >> 6;
        card = new Card(kind, what & 0x3f);
        if (kind == Card.NONE || !card.isPlausible()) {
            errors++;
            return;
        }
        if (kind == Card.CONTACTLESS && amount < 50) {
            state = ONLINE;
        } else if (kind == Card.STRIPE) {
            receipt.isDouble = true;
            state = ONLINE;
        } else {
            state = PIN;
        }
    }

    private void checkPin(int digit) {
        if (digit % 3 == 1) {
            state = ONLINE;
            return;
        }
        card.tries++;
        if (card.tries == 3) {
            state = IDLE;
        }
    }

    /** The host has approved the amount, a part of it (by how much less), or nothing. */
    private void host(int answer) {
        if (state != ONLINE) {
            errors++;
            return;
        }
        if (answer == 0) {
            terminal.authorise(amount);
            state = APPROVED;
        } else if (answer < 64 && answer < amount) {
            terminal.authorise(amount - answer);
            state = PARTIAL;
        } else if (answer > 200) {
            state = CARD;
        } else {
            state = IDLE;
        }
    }

    private void accept() {
        if (state == PARTIAL) {
            state = APPROVED;
        } else {
            errors++;
        }
    }

    private void refuse() {
        if (state != PARTIAL) {
            errors++;
            return;
        }
        terminal.reverse();
        if (tip == 0) {
            state = IDLE;
        } else {
            state = APPROVED;
        }
    }

    private void addTip(int percent) {
        if (state == IDLE || percent == 0 || percent > 30) {
            errors++;
            return;
        }
        tip = amount * percent / 100 + 1;
        if (language == 2) {
            tip -= tip % 5;
        }
    }

    private void finish() {
        if (!isTraining) {
            terminal.capture(terminal.authorised + tip);
        }
        state = IDLE;
        print();
    }

    private void cancel() {
        if (state == APPROVED || state == PARTIAL) {
            terminal.reverse();
        }
        state = IDLE;
    }

    private void chooseLanguage(int code) {
        if (code > 4) {
            errors++;
        } else {
            language = code;
        }
    }

    private void refill(int rolls) {
        if (rolls == 1) {
            paper = 40;
        } else if (rolls > 1 && rolls < 5) {
            paper += rolls * 20;
        } else {
            errors++;
        }
    }

    private void print() {
        receipt.line(amount);
        if (tip > 0) {
            receipt.line(tip);
        }
        paper -= receipt.length();
        if (paper < 0) {
            paper = 0;
            errors++;
        }
    }
}
