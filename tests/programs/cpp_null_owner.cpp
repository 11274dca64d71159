// Owners without an object, and optional values that are not there.
// exhaustive: true
// findings: null-dereference 21, null-dereference 24, uncaught-exception 27, null-dereference 31
// verdicts: confirmed
// tests: confirmed
#include <functional>
#include <memory>
#include <optional>
#include <wayfarer.h>
struct Node {
    int value = 4;
    std::unique_ptr<Node> next;
    virtual int get() const { return value; }
    virtual ~Node() = default;
};
int main() {
    int x = wf_int("x");
    auto head = std::make_unique<Node>();
    std::unique_ptr<Node> moved = x == 1 ? std::move(head) : nullptr;
    if (x == 1)
        return head->value;
    std::shared_ptr<Node> shared = x == 2 ? nullptr : std::make_shared<Node>();
    if (x == 2)
        return shared->get();
    std::optional<int> maybe = x == 3 ? std::nullopt : std::optional<int>(x);
    if (x >= 3 && x < 5)
        return maybe.value() == 4;
    std::weak_ptr<Node> weak = shared;
    if (x == 5) {
        shared.reset();
        return weak.lock()->get();
    }
    return head->next == nullptr && weak.lock()->get() == 4;
}
