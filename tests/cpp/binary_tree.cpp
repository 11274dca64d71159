// A template tree with in-order traversal by callbacks, removal, copies, and comparison objects.
#include <cstdio>
#include <functional>
#include <memory>
#include <string>
template <class T, class Less = std::less<T>> class Tree {
    struct Node { T value; std::unique_ptr<Node> left, right; explicit Node(T v) : value(std::move(v)) {} };
    std::unique_ptr<Node> root;
    Less less;
    static std::unique_ptr<Node> copy(const Node *node) {
        if (!node) return nullptr;
        auto made = std::make_unique<Node>(node->value);
        made->left = copy(node->left.get());
        made->right = copy(node->right.get());
        return made;
    }
    std::unique_ptr<Node> *find(const T &value) {
        auto *at = &root;
        while (*at && (less(value, (*at)->value) || less((*at)->value, value)))
            at = less(value, (*at)->value) ? &(*at)->left : &(*at)->right;
        return at;
    }
    template <class F> static void walk(const Node *node, F &f) { if (node) { walk(node->left.get(), f); f(node->value); walk(node->right.get(), f); } }
public:
    Tree() = default;
    Tree(const Tree &other) : root(copy(other.root.get())) {}
    bool add(T value) { auto *at = find(value); if (*at) return false; *at = std::make_unique<Node>(std::move(value)); return true; }
    bool remove(const T &value) {
        auto *at = find(value);
        if (!*at) return false;
        if ((*at)->left && (*at)->right) {
            auto *next = &(*at)->right;
            while ((*next)->left) next = &(*next)->left;
            (*at)->value = std::move((*next)->value);
            at = next;
        }
        auto child = std::move((*at)->left ? (*at)->left : (*at)->right);
        *at = std::move(child);
        return true;
    }
    template <class F> void each(F f) const { walk(root.get(), f); }
};
int main() {
    Tree<int> tree;
    for (int n : {50, 30, 70, 20, 40, 60, 80, 35, 45, 65, 30}) std::printf("%d", tree.add(n));
    Tree<int> before = tree;
    for (int n : {50, 20, 70, 99}) std::printf(" %d", tree.remove(n));
    std::printf("\n");
    tree.each([](int n) { std::printf("%d ", n); });
    int count = 0;
    before.each([&](int) { count++; });
    Tree<std::string, std::greater<>> words;
    for (const char *word : {"b", "c", "a"}) words.add(word);
    words.each([](const std::string &s) { std::printf("%s ", s.c_str()); });
    std::printf("%d\n", count);
}
