// Commands from the input over containers: pop of an empty queue, top of an empty stack, a missing key.
// options: --stdin 3
// exhaustive: true
// findings: null-dereference 24, uncaught-exception 30, out-of-bounds 27
// verdicts: confirmed
// tests: confirmed
#include <cstdio>
#include <map>
#include <memory>
#include <queue>
#include <stack>
#include <vector>
#include <wayfarer.h>
int main() {
    std::queue<std::unique_ptr<int>> queue;
    std::stack<int, std::vector<int>> stack;
    std::map<int, int> known{{1, 2}};
    for (int i = 0; i < 3; i++) {
        switch (std::getchar()) {
        case 'q': queue.push(std::make_unique<int>(i)); break;
        case 'p':
            if (queue.empty()) queue.emplace(nullptr);
            known[5] =
                *queue.front();
            queue.pop();
            break;
        case 't': stack.push(7); if (i == 2) stack.pop(), stack.top()++; break;
        case 'a':
            if (i > 0)
                known.at(i);
            break;
        default: return 0;
        }
    }
    return 0;
}
