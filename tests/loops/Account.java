// Money in a field is neither made nor lost.
import wayfarer.Wayfarer;

class Account {
    int balance;
    int in;
    int out;

    static int f() {
        Account account = new Account();
        for (;;) {
            int amount = Wayfarer.anyInt("amount");
            if (amount == 0)
                break;
            if (amount < 0 || amount > 1000)
                continue;
            if (Wayfarer.anyBoolean("deposit")) {
                account.balance += amount;
                account.in += amount;
            } else if (amount <= account.balance) {
                account.balance -= amount;
                account.out += amount;
            }
        }
        if (account.in - account.out != account.balance)
            return 1; // never, not proved
        if (account.balance == 3)
            return 2; // sometimes
        return 0;
    }
}
