// priority_queue with a comparison of one's own, shared_ptr in closures, deque, chrono.
#include <functional>
#include <iostream>
#include <memory>
#include <queue>
#include <string>
#include <vector>
struct Event { int time; int order; std::function<void()> action; };
struct Later { bool operator()(const Event &a, const Event &b) const { return a.time != b.time ? a.time > b.time : a.order > b.order; } };
class Simulation {
    std::priority_queue<Event, std::vector<Event>, Later> events;
    int order = 0;
public:
    int now = 0;
    void at(int time, std::function<void()> action) { events.push({time, order++, std::move(action)}); }
    void run() {
        while (!events.empty()) {
            Event event = events.top();
            events.pop();
            now = event.time;
            try {
                event.action();
            } catch (const std::string &text) {
                std::cout << now << " failed: " << text << '\n';
            }
        }
    }
};
int main() {
    Simulation simulation;
    auto count = std::make_shared<int>(0);
    std::function<void()> tick = [&, count] {
        std::cout << simulation.now << " tick " << ++*count << '\n';
        if (*count < 4) simulation.at(simulation.now + 10, tick);
    };
    simulation.at(5, tick);
    simulation.at(20, [] { throw std::string("overload"); });
    simulation.at(5, [&] { simulation.at(7, [&] { std::cout << simulation.now << " nested\n"; }); });
    simulation.run();
    tick = nullptr;
    std::cout << count.use_count() << '\n';
}
