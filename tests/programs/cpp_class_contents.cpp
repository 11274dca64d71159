// What a class keeps in order is free as an input; what only contents do that its functions never leave is unusual.
// options: --function account
// findings: division-by-zero 25
// unusual: null-dereference 19, null-dereference 25
// verdicts: confirmed
// tests: confirmed
// branches: all
class Account {
    int balance;
    int *log;
public:
    Account();
    int take(int amount);
};

Account::Account() : balance(0), log(new int[4]()) {}

int Account::take(int amount) {
    log[amount & 3]++;
    balance -= amount;
    return balance;
}

struct Rate { int whole; };
int percent(const Rate *rate, int amount) { return amount / rate->whole; }

int account(Account *account, const Rate *rate, int amount) {
    if (amount == 7)
        return percent(rate, amount);
    return account == nullptr ? 0 : account->take(amount);
}
