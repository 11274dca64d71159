// stack, queue and priority_queue: over other containers, with comparisons, of elements that only move; a scheduler.
#include <cctype>
#include <cstdio>
#include <deque>
#include <functional>
#include <list>
#include <memory>
#include <queue>
#include <stack>
#include <string>
#include <vector>

struct Task {
    int priority;
    std::string name;
};
struct Later {
    bool operator()(const Task &a, const Task &b) const {
        return a.priority != b.priority ? a.priority < b.priority : a.name > b.name;
    }
};

static long evaluate(const std::string &text) {
    std::stack<long, std::vector<long>> values;
    for (size_t i = 0; i < text.size(); i++) {
        char c = text[i];
        if (std::isdigit((unsigned char)c)) {
            long value = 0;
            for (; i < text.size() && std::isdigit((unsigned char)text[i]); i++)
                value = 10 * value + (text[i] - '0');
            values.push(value);
            i--;
        } else if (c != ' ') {
            long right = values.top();
            values.pop();
            long left = values.top();
            values.top() = c == '+' ? left + right : c == '-' ? left - right : left * right;
        }
    }
    return values.top();
}

static bool balanced(const std::string &text) {
    std::stack<char> open;
    for (char c : text) {
        if (c == '(' || c == '[') {
            open.push(c == '(' ? ')' : ']');
        } else if (c == ')' || c == ']') {
            if (open.empty() || open.top() != c)
                return false;
            open.pop();
        }
    }
    return open.empty();
}

/* The protected container of an adaptor, by a class of its own. */
struct Peeking : std::priority_queue<int> {
    const std::vector<int> &heap() const { return c; }
};

int main() {
    std::printf("%ld %ld\n", evaluate("3 4 + 2 *"), evaluate("100 7 8 * - 2 +"));
    std::printf("%d %d %d\n", balanced("([()])"), balanced("([)]"), balanced("(("));
    std::queue<int, std::list<int>> round;
    for (int i = 1; i <= 7; i++)
        round.push(i);
    while (round.size() > 1) {
        round.push(round.front());
        round.pop();
        std::printf("%d out, ", round.front());
        round.pop();
    }
    std::printf("%d left\n", round.front());
    std::priority_queue<Task, std::deque<Task>, Later> tasks;
    tasks.push({2, "write"});
    tasks.push({5, "burn"});
    tasks.emplace(Task{2, "read"});
    tasks.push({9, "flee"});
    for (; !tasks.empty(); tasks.pop())
        std::printf("%d %s; ", tasks.top().priority, tasks.top().name.c_str());
    std::vector<int> values{5, 1, 8, 3, 9, 2};
    std::priority_queue<int, std::vector<int>, std::greater<int>> smallest(values.begin(), values.end());
    smallest.push(0);
    std::printf("\n%d %zu\n", smallest.top(), smallest.size());
    Peeking peeking;
    for (int value : values)
        peeking.push(value);
    for (int value : peeking.heap())
        std::printf("%d ", value);
    std::stack<std::unique_ptr<int>> owners;
    owners.push(std::make_unique<int>(4));
    owners.emplace(new int(5));
    auto top = std::move(owners.top());
    owners.pop();
    std::printf("\n%d %d\n", *top, *owners.top());
    std::queue<int> a, b;
    a.push(1);
    b.push(2);
    a.swap(b);
    std::printf("%d %d\n", a.front(), a > b);
}
