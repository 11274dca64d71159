// Objects that are used, deleted or called after they were deleted.
// exhaustive: true
// findings: use-after-free 19, use-after-free 22, double-free 25
// verdicts: confirmed
#include <memory>
#include <wayfarer.h>
struct Account {
    int balance = 5;
    virtual int get() const { return balance; }
    virtual ~Account() {}
};
int main() {
    int x = wf_int("x");
    Account *account = new Account;
    int *numbers = new int[4];
    switch (x) {
    case 1:
        delete account;
        return account->balance;
    case 2:
        delete account;
        return account->get();
    case 3:
        delete[] numbers;
        delete[] numbers;
        break;
    default:
        delete[] numbers;
    }
    std::unique_ptr<Account> owner(account);
    return owner->get();
}
