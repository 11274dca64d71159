// A list of one's own: iterators, copy and move, exceptions while copying leave no leaks.
#include <cstdio>
#include <iterator>
#include <utility>
static int alive;
struct Item {
    int n;
    static int limit;
    Item(int n) : n(n) { alive++; }
    Item(const Item &other) : n(other.n) { if (--limit < 0) throw n; alive++; }
    ~Item() { alive--; }
};
int Item::limit = 1000;
template <class T> class List {
    struct Node { T value; Node *next; };
    Node *head = nullptr, **tail = &head;
public:
    class iterator {
        Node *at;
    public:
        using iterator_category = std::forward_iterator_tag;
        using value_type = T;
        using difference_type = ptrdiff_t;
        using pointer = T *;
        using reference = T &;
        explicit iterator(Node *at = nullptr) : at(at) {}
        T &operator*() const { return at->value; }
        T *operator->() const { return &at->value; }
        iterator &operator++() { at = at->next; return *this; }
        bool operator!=(const iterator &other) const { return at != other.at; }
        bool operator==(const iterator &other) const { return at == other.at; }
    };
    List() = default;
    List(const List &other) { try { for (T &value : const_cast<List &>(other)) add(value); } catch (...) { clear(); throw; } }
    List(List &&other) noexcept { swap(other); }
    ~List() { clear(); }
    void swap(List &other) {
        std::swap(head, other.head);
        std::swap(tail, other.tail);
        if (!head) tail = &head;
        if (!other.head) other.tail = &other.head;
    }
    void add(const T &value) { *tail = new Node{value, nullptr}; tail = &(*tail)->next; }
    void clear() { while (head) { Node *next = head->next; delete head; head = next; } tail = &head; }
    iterator begin() { return iterator(head); }
    iterator end() { return iterator(); }
};
int main() {
    List<Item> list;
    for (int i = 0; i < 5; i++) list.add(Item(i));
    List<Item> copy = list;
    std::printf("%d %td\n", alive, std::distance(copy.begin(), copy.end()));
    Item::limit = 3;
    try {
        List<Item> fails = list;
    } catch (int n) {
        std::printf("threw at %d, alive %d\n", n, alive);
    }
    List<Item> moved = std::move(copy);
    std::printf("%d %d\n", moved.begin()->n, copy.begin() == copy.end());
    moved.clear();
    std::printf("%d\n", alive);
}
