// unique_ptr, shared_ptr, weak_ptr: who deletes, and when.
#include <cstdio>
#include <memory>
#include <vector>
struct Node : std::enable_shared_from_this<Node> {
    int n;
    std::shared_ptr<Node> next;
    std::weak_ptr<Node> back;
    explicit Node(int n) : n(n) {}
    ~Node() { std::printf("~%d ", n); }
};
int main() {
    auto first = std::make_shared<Node>(1);
    first->next = std::make_shared<Node>(2);
    first->next->back = first;
    std::printf("%ld %ld\n", first.use_count(), first->next.use_count());
    std::weak_ptr<Node> weak = first->next;
    std::shared_ptr<Node> self = first->shared_from_this();
    first.reset();
    std::printf("%d ", weak.lock()->back.lock()->n);
    self.reset();
    std::printf("%d\n", weak.expired());
    std::unique_ptr<Node> unique(new Node(3));
    auto other = std::move(unique);
    std::printf("%d %d\n", unique == nullptr, other->n);
    std::unique_ptr<int[]> array(new int[4]{1, 2, 3, 4});
    std::shared_ptr<void> any(new int(5), [](void *p) { std::printf("deleter %d ", *(int *)p); delete (int *)p; });
    std::vector<std::unique_ptr<Node>> nodes;
    for (int i = 4; i < 7; i++)
        nodes.push_back(std::make_unique<Node>(i));
    nodes.erase(nodes.begin());
    std::printf("%d\n", array[2]);
}
