// Accounts, orders and standing orders: commands are bytes. What is wrong: a standing order that is due and finds too little
// rolls its transaction back, and goes on with its fee if the account is of those that pay one.
// explore: Ledger.run
// options: --spec Ledger.spec --array-length 14
class Journal {
    private int open;
    private int entries;

    void begin() {
        open++;
    }

    void commit() {
        open--;
    }

    void rollBack() {
        open--;
    }

    void post(int account, int amount) {
        entries++;
    }
}

class Account {
    int balance;
    int limit;
    boolean isFrozen;
    boolean paysFees;
    int movements;

    boolean covers(int amount) {
        return balance + limit >= amount;
    }
}

class StandingOrder {
    int from;
    int to;
    int amount;
    int every;
    int due;
    int failures;
}

class Calendar {
    int day;
    int month;

    /** Days of the 30-day months that banks count with; no business is done on every seventh. */
    boolean next() {
        day++;
        if (day == 30) {
            day = 0;
            month++;
        }
        if (month == 12) {
            month = 0;
        }
        return day % 7 != 6;
    }
}

class Ledger {
    private static final int ACCOUNTS = 3;

    private final Journal journal = new Journal();
    private final Account[] accounts = new Account[ACCOUNTS];
    private final StandingOrder[] orders = new StandingOrder[2];
    private final Calendar calendar = new Calendar();
    private final byte[] input;
    private int position;
    private int errors;
    private int interest;
    private int statements;

    private Ledger(byte[] input) {
        this.input = input;
        for (int i = 0; i < ACCOUNTS; i++) {
            accounts[i] = new Account();
        }
    }

    /** Executes the commands. Gives the number of errors. */
    static int run(byte[] input) {
        if (input == null) {
            return 0;
        }
        Ledger ledger = new Ledger(input);
        while (ledger.position < input.length && ledger.errors < 5) {
            ledger.command(ledger.next());
        }
        return ledger.errors;
    }

    private int next() {
        return position < input.length ? input[position++] & 0xff : 0;
    }

    private void command(int code) {
        int index = code & 3;
        if (index >= ACCOUNTS) {
            errors++;
            return;
        }
        Account account = accounts[index];
        switch (code >> 2) {
            case 4:
                deposit(account, index, next());
                break;
            case 5:
                withdraw(account, index, next());
                break;
            case 6:
                transfer(index, next());
                break;
            case 7:
                limit(account, next());
                break;
            case 8:
                account.isFrozen = !account.isFrozen;
                break;
            case 9:
                order(index, next());
                break;
            case 10:
                tariff(account, next());
                break;
            case 11:
                endOfDay();
                break;
            case 12:
                statement(account);
                break;
            case 13:
                interest(next());
                break;
            default:
                errors++;
        }
    }

    private void post(Account account, int index, int amount) {
        journal.post(index, amount);
        account.balance += amount;
        account.movements++;
    }

    private void deposit(Account account, int index, int amount) {
        if (amount == 0 || amount > 200 || account.isFrozen) {
            errors++;
            return;
        }
        journal.begin();
        post(account, index, amount);
        journal.commit();
    }

    private void withdraw(Account account, int index, int amount) {
        if (amount % 5 != 0 || amount == 0) {
            errors++;
            return;
        }
        journal.begin();
        if (account.isFrozen || !account.covers(amount)) {
            journal.rollBack();
            errors++;
            return;
        }
        post(account, index, -amount);
        journal.commit();
    }

    private void transfer(int from, int what) {
        int to = what >> 6;
        int amount = what & 0x3f;
        if (to >= ACCOUNTS || to == from) {
            errors++;
            return;
        }
        move(from, to, amount);
    }

    private boolean move(int from, int to, int amount) {
        journal.begin();
        if (!accounts[from].covers(amount) || accounts[from].isFrozen) {
            journal.rollBack();
            return false;
        }
        post(accounts[from], from, -amount);
        post(accounts[to], to, amount);
        journal.commit();
        return true;
    }

    private void limit(Account account, int amount) {
        if (amount > 100) {
            errors++;
        } else if (amount < account.limit && account.balance < 0) {
            errors++;
        } else {
            account.limit = amount;
        }
    }

    private void order(int from, int what) {
        int to = what >> 6;
        if (to >= ACCOUNTS || to == from) {
            errors++;
            return;
        }
        for (int i = 0; i < orders.length; i++) {
            if (orders[i] == null) {
                StandingOrder order = new StandingOrder();
                order.from = from;
                order.to = to;
                order.amount = (what & 0x0f) * 10;
                order.every = (what >> 4 & 3) + 1;
                order.due = order.every;
                orders[i] = order;
                return;
            }
        }
        errors++;
    }

    private void tariff(Account account, int code) {
        if (code == 'F') {
            account.paysFees = true;
        } else if (code == 'N') {
            account.paysFees = false;
        } else if (code >= 'a' && code <= 'e') {
            interest += code - 'a';
        } else {
            errors++;
        }
    }

    private void endOfDay() {
        if (!calendar.next()) {
            return;
        }
        for (int i = 0; i < orders.length; i++) {
            StandingOrder order = orders[i];
            if (order != null && --order.due <= 0) {
                order.due = order.every;
                execute(order);
                if (order.failures > 2) {
                    orders[i] = null;
                }
            }
        }
    }

    private void execute(StandingOrder order) {
        Account from = accounts[order.from];
        if (from.isFrozen) {
            order.failures++;
            return;
        }
        journal.begin();
        if (!from.covers(order.amount)) {
            journal.rollBack();
            order.failures++;
            if (!from.paysFees) {
                return;
            }
            post(from, order.from, -1);
        } else {
            post(from, order.from, -order.amount);
            post(accounts[order.to], order.to, order.amount);
        }
        journal.commit();
    }

    private void statement(Account account) {
        int lines = 0;
        if (account.movements > 3) {
            lines += 2;
        }
        if (account.balance < 0) {
            lines++;
        }
        if (account.isFrozen) {
            lines += 3;
        }
        if (account.balance > 150) {
            lines++;
        }
        statements += lines;
    }

    private void interest(int rate) {
        int sum = 0;
        for (Account account : accounts) {
            if (account.balance > 0) {
                sum += account.balance * rate / 100;
            } else if (account.balance < -50) {
                sum -= 2;
            }
        }
        if (sum > 255) {
            errors++;
        } else {
            interest += sum;
        }
    }
}
