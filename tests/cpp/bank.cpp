// Inheritance with protected state, static counters, exceptions of one's own with data.
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>
class Insufficient : public std::runtime_error {
    int missing_;
public:
    explicit Insufficient(int missing) : std::runtime_error("insufficient funds"), missing_(missing) {}
    int missing() const noexcept { return missing_; }
};
class Account {
protected:
    std::string owner;
    int balance = 0;
    static int count;
public:
    explicit Account(std::string owner) : owner(std::move(owner)) { ++count; }
    virtual ~Account() { --count; }
    virtual void withdraw(int amount) {
        if (amount > balance) throw Insufficient(amount - balance);
        balance -= amount;
    }
    void deposit(int amount) { if (amount <= 0) throw std::invalid_argument("amount"); balance += amount; }
    static int open() { return count; }
    friend std::ostream &operator<<(std::ostream &out, const Account &account) { return out << account.owner << ':' << account.balance; }
};
int Account::count = 0;
class Credit : public Account {
    int limit;
public:
    Credit(std::string owner, int limit) : Account(std::move(owner)), limit(limit) {}
    void withdraw(int amount) override {
        try {
            Account::withdraw(amount);
        } catch (const Insufficient &error) {
            if (error.missing() > limit) throw;
            balance -= amount;
        }
    }
};
void transfer(Account &from, Account &to, int amount) {
    from.withdraw(amount);
    try {
        to.deposit(amount);
    } catch (...) {
        from.deposit(amount);
        throw;
    }
}
int main() {
    std::vector<Account *> accounts{new Account("ann"), new Credit("bob", 50)};
    accounts[0]->deposit(100);
    for (int amount : {30, 80, 0, 60}) {
        try {
            transfer(*accounts[amount % 40 == 0], *accounts[amount % 40 != 0], amount);
        } catch (const Insufficient &error) {
            std::cout << error.what() << " (" << error.missing() << ")\n";
        } catch (const std::logic_error &error) {
            std::cout << "logic: " << error.what() << '\n';
        }
        std::cout << *accounts[0] << ' ' << *accounts[1] << '\n';
    }
    std::cout << Account::open() << '\n';
    for (auto *account : accounts) delete account;
    std::cout << Account::open() << std::endl;
}
