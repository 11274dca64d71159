// Pointers to members: tables of commands, through bases and virtual functions, of data, null ones, as template arguments.
#include <cstdio>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

class Machine {
    std::vector<int> stack;
    int pop() { int top = stack.back(); stack.pop_back(); return top; }
    void add() { int b = pop(), a = pop(); stack.push_back(a + b); }
    void multiply() { int b = pop(), a = pop(); stack.push_back(a * b); }
    void negate() { stack.push_back(-pop()); }
    void duplicate() { stack.push_back(stack.back()); }
    using Command = void (Machine::*)();
    static const std::map<std::string, Command> commands;
public:
    bool run(const std::string &program) {
        for (size_t from = 0; from < program.size();) {
            size_t end = program.find(' ', from);
            std::string word = program.substr(from, end - from);
            from = end == std::string::npos ? program.size() : end + 1;
            if (auto found = commands.find(word); found != commands.end())
                (this->*found->second)();
            else if (word.find_first_not_of("0123456789") == std::string::npos)
                stack.push_back(std::stoi(word));
            else
                return false;
        }
        return true;
    }
    int top() const { return stack.empty() ? -1 : stack.back(); }
};
const std::map<std::string, Machine::Command> Machine::commands{
    {"+", &Machine::add}, {"*", &Machine::multiply}, {"neg", &Machine::negate}, {"dup", &Machine::duplicate}};

struct First { int a = 1; virtual int what() const { return 10; } virtual ~First() = default; };
struct Second { int b = 2; virtual int what() const { return 20; } int plain() const { return b * 100; } virtual ~Second() = default; };
struct Both : First, Second { int c = 3; int what() const override { return 30; } int own(int n) { return c += n; } };

struct Employee { std::string name; int salary; int days; };
template <auto Member> static long sum(const std::vector<Employee> &all) {
    long total = 0;
    for (const Employee &one : all)
        total += one.*Member;
    return total;
}
template <class T, class Class> static void sort_by(std::vector<Class> &all, T Class::*member) {
    for (size_t i = 1; i < all.size(); i++)
        for (size_t j = i; j > 0 && all[j].*member < all[j - 1].*member; j--)
            std::swap(all[j], all[j - 1]);
}

int main() {
    Machine machine;
    bool done = machine.run("3 dup * 4 dup * + neg");
    std::printf("%d %d ", done, machine.top());
    std::printf("%d\n", machine.run("1 what"));
    Both both;
    int (Second::*of_second)() const = &Second::what;
    int (Both::*of_both)() const = of_second;
    int (Both::*inherited)() const = &Second::plain;
    int Both::*member = &Second::b;
    std::printf("%d %d %d %d\n", (both.*of_second)(), (both.*of_both)(), (both.*inherited)(), both.*member);
    Second other;
    auto back = static_cast<int (Second::*)() const>(of_both);
    int Second::*data = static_cast<int Second::*>(member);
    std::printf("%d %d %d\n", (other.*back)(), other.*data, (static_cast<Second &>(both).*back)());
    int (Both::*none)(int) = nullptr;
    int First::*first = &First::a, First::*no_data = nullptr;
    std::printf("%d %d %d %d\n", none == nullptr, first != no_data, of_second == back, none != &Both::own);
    none = &Both::own;
    Both *pointer = &both;
    (pointer->*none)(4);
    std::printf("%d %d\n", std::invoke(none, both, 1), std::invoke(&Both::c, std::make_unique<Both>()));
    std::vector<Employee> staff{{"Li", 900, 12}, {"Jo", 700, 30}, {"Al", 800, 7}};
    std::printf("%ld %ld ", sum<&Employee::salary>(staff), sum<&Employee::days>(staff));
    sort_by(staff, &Employee::days);
    std::printf("%s ", staff[0].name.c_str());
    sort_by(staff, &Employee::name);
    std::printf("%s\n", staff[1].name.c_str());
    auto getter = std::mem_fn(&Employee::salary);
    std::function<int(const Employee *)> by_pointer = &Employee::days;
    std::printf("%d %d\n", getter(staff[2]), by_pointer(&staff[0]));
}
