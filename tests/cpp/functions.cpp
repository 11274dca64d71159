// Lambdas, std::function, std::bind, pointers to members, function objects.
#include <algorithm>
#include <cstdio>
#include <functional>
#include <vector>
struct Account {
    int balance = 10;
    int add(int n) { return balance += n; }
    virtual int fee() const { return 1; }
};
struct Special : Account { int fee() const override { return 0; } };
int twice(int n) { return 2 * n; }
int main() {
    int base = 5;
    std::function<int(int)> f = [base](int n) { return n + base; };
    std::function<int(int)> g = twice, h = f;
    std::printf("%d %d %d\n", f(1), g(2), h(3));
    auto counter = [n = 0]() mutable { return ++n; };
    counter();
    std::printf("%d\n", counter());
    auto bound = std::bind(&Account::add, std::placeholders::_2, std::placeholders::_1);
    Account account;
    std::printf("%d\n", bound(7, account));
    int (Account::*method)(int) = &Account::add;
    int (Account::*by_table)() const = &Account::fee;
    int Account::*member = &Account::balance;
    Special special;
    std::printf("%d %d %d %d\n", (account.*method)(1), (account.*by_table)(), (special.*by_table)(), account.*member);
    std::function<int(int)> fibonacci = [&](int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); };
    std::printf("%d\n", fibonacci(12));
    std::vector<std::function<int()>> all;
    for (int i = 0; i < 3; i++)
        all.push_back([i] { return i * i; });
    for (auto &one : all)
        std::printf("%d ", one());
    std::vector<int> v{5, 2, 8};
    std::sort(v.begin(), v.end(), std::greater<>());
    std::printf("%d %d\n", v[0], (int)std::count_if(v.begin(), v.end(), [&](int n) { return n > base; }));
}
