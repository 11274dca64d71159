/* list: rings of nodes. */
#include "runtime.h"
#include <list>

namespace std {
namespace __detail {

typedef _List_node_base Node;

/* Has the neighbours of a node that was moved know where it is; `from` is where it was. */
static void settle(Node &node, const Node *from) {
    if (node._M_next == from)
        node._M_next = node._M_prev = &node;
    else
        node._M_next->_M_prev = node._M_prev->_M_next = &node;
}

void Node::swap(Node &a, Node &b) noexcept {
    Node before_a = a, before_b = b;
    a = before_b;
    b = before_a;
    settle(a, &b);
    settle(b, &a);
}

void Node::_M_transfer(Node *const first, Node *const last) noexcept {
    if (this == last)
        return;
    Node *end = last->_M_prev, *before = first->_M_prev, *own = _M_prev;
    before->_M_next = last;
    last->_M_prev = before;
    own->_M_next = first;
    first->_M_prev = own;
    end->_M_next = this;
    _M_prev = end;
}

void Node::_M_reverse() noexcept {
    Node *node = this;
    do {
        Node *next = node->_M_next;
        node->_M_next = node->_M_prev;
        node->_M_prev = next;
        node = next;
    } while (node != this);
}

void Node::_M_hook(Node *const position) noexcept {
    _M_next = position;
    _M_prev = position->_M_prev;
    _M_prev->_M_next = position->_M_prev = this;
}

void Node::_M_unhook() noexcept {
    _M_next->_M_prev = _M_prev;
    _M_prev->_M_next = _M_next;
}

} // namespace __detail
} // namespace std
