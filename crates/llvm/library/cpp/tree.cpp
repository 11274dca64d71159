/* map and set: red-black trees. The header node has the root as its parent, the first node left, the last right. */
#include "runtime.h"
#include <map>

namespace std {

typedef _Rb_tree_node_base Node;

static Node *next(Node *node) noexcept {
    if (node->_M_right)
        return Node::_S_minimum(node->_M_right);
    Node *up = node->_M_parent;
    while (node == up->_M_right) {
        node = up;
        up = up->_M_parent;
    }
    /* From the last node, where the root is the last: the header. */
    return node->_M_right == up ? node : up;
}

static Node *before(Node *node) noexcept {
    /* Only the header is red and its own grandparent. */
    if (node->_M_color == _S_red && node->_M_parent->_M_parent == node)
        return node->_M_right;
    if (node->_M_left)
        return Node::_S_maximum(node->_M_left);
    Node *up = node->_M_parent;
    while (node == up->_M_left) {
        node = up;
        up = up->_M_parent;
    }
    return up;
}

Node *_Rb_tree_increment(Node *node) noexcept { return next(node); }
const Node *_Rb_tree_increment(const Node *node) noexcept { return next(const_cast<Node *>(node)); }
Node *_Rb_tree_decrement(Node *node) noexcept { return before(node); }
const Node *_Rb_tree_decrement(const Node *node) noexcept { return before(const_cast<Node *>(node)); }

/* Puts another node, or none, in the place of a node below its parent. */
static void replace(Node *node, Node *other, Node &header) {
    Node *up = node->_M_parent;
    if (up == &header)
        header._M_parent = other;
    else if (up->_M_left == node)
        up->_M_left = other;
    else
        up->_M_right = other;
    if (other)
        other->_M_parent = up;
}

/* A child goes up into the place of its parent. */
static void rotate(Node *child, Node &header) {
    Node *node = child->_M_parent;
    replace(node, child, header);
    Node *inner;
    if (node->_M_left == child) {
        inner = child->_M_right;
        node->_M_left = inner;
        child->_M_right = node;
    } else {
        inner = child->_M_left;
        node->_M_right = inner;
        child->_M_left = node;
    }
    if (inner)
        inner->_M_parent = node;
    node->_M_parent = child;
}

static bool is_red(const Node *node) { return node && node->_M_color == _S_red; }

void _Rb_tree_insert_and_rebalance(const bool left, Node *node, Node *up, Node &header) noexcept {
    node->_M_parent = up;
    node->_M_left = node->_M_right = nullptr;
    node->_M_color = _S_red;
    if (left) {
        up->_M_left = node;
        if (up == &header) {
            header._M_parent = node;
            header._M_right = node;
        } else if (up == header._M_left) {
            header._M_left = node;
        }
    } else {
        up->_M_right = node;
        if (up == header._M_right)
            header._M_right = node;
    }
    while (node != header._M_parent && is_red(node->_M_parent)) {
        Node *parent = node->_M_parent, *grand = parent->_M_parent;
        Node *uncle = grand->_M_left == parent ? grand->_M_right : grand->_M_left;
        if (is_red(uncle)) {
            parent->_M_color = uncle->_M_color = _S_black;
            grand->_M_color = _S_red;
            node = grand;
            continue;
        }
        /* Inner grandchildren go outside first. */
        if ((grand->_M_left == parent) != (parent->_M_left == node)) {
            rotate(node, header);
            parent = node;
        }
        parent->_M_color = _S_black;
        grand->_M_color = _S_red;
        rotate(parent, header);
        break;
    }
    header._M_parent->_M_color = _S_black;
}

/* Makes up for a black node that is missing on the way to `node`, which may be none, below `up`. */
static void restore(Node *node, Node *up, Node &header) {
    while (node != header._M_parent && !is_red(node)) {
        bool left = up->_M_left == node;
        Node *sibling = left ? up->_M_right : up->_M_left;
        if (is_red(sibling)) {
            sibling->_M_color = _S_black;
            up->_M_color = _S_red;
            rotate(sibling, header);
            sibling = left ? up->_M_right : up->_M_left;
        }
        Node *inner = left ? sibling->_M_left : sibling->_M_right;
        Node *outer = left ? sibling->_M_right : sibling->_M_left;
        if (!is_red(inner) && !is_red(outer)) {
            sibling->_M_color = _S_red;
            node = up;
            up = up->_M_parent;
            continue;
        }
        if (!is_red(outer)) {
            inner->_M_color = _S_black;
            sibling->_M_color = _S_red;
            rotate(inner, header);
            outer = sibling;
            sibling = inner;
        }
        sibling->_M_color = up->_M_color;
        up->_M_color = _S_black;
        outer->_M_color = _S_black;
        rotate(sibling, header);
        return;
    }
    if (node)
        node->_M_color = _S_black;
}

Node *_Rb_tree_rebalance_for_erase(Node *const node, Node &header) noexcept {
    if (header._M_left == node)
        header._M_left = node->_M_right ? Node::_S_minimum(node->_M_right) : node->_M_parent;
    if (header._M_right == node)
        header._M_right = node->_M_left ? Node::_S_maximum(node->_M_left) : node->_M_parent;
    Node *child, *up;
    _Rb_tree_color removed = node->_M_color;
    if (node->_M_left && node->_M_right) {
        /* Its successor takes its place. */
        Node *successor = Node::_S_minimum(node->_M_right);
        removed = successor->_M_color;
        child = successor->_M_right;
        up = successor->_M_parent == node ? successor : successor->_M_parent;
        if (successor->_M_parent != node) {
            replace(successor, child, header);
            successor->_M_right = node->_M_right;
            successor->_M_right->_M_parent = successor;
        }
        replace(node, successor, header);
        successor->_M_left = node->_M_left;
        successor->_M_left->_M_parent = successor;
        successor->_M_color = node->_M_color;
    } else {
        child = node->_M_left ? node->_M_left : node->_M_right;
        up = node->_M_parent;
        replace(node, child, header);
    }
    if (removed == _S_black)
        restore(child, up, header);
    return node;
}

unsigned _Rb_tree_black_count(const Node *node, const Node *root) noexcept {
    unsigned count = 0;
    for (; node; node = node == root ? nullptr : node->_M_parent)
        count += node->_M_color == _S_black;
    return count;
}

} // namespace std
