// The examples of "How many paths must a test walk down?": an accessor on the way, members behind a pointer,
// two parameters that are one object, and loops whose bounds are inputs.
//
// functions: accessor, swap, swap_unchecked, swap_and_divide, alias, fill, array_bound
// confirmed: assertion in alias, 1 time
// confirmed: division-by-zero in accessor, 1 time
// confirmed: division-by-zero in swap_and_divide, 1 time
// confirmed: out-of-bounds in array_bound, 1 time
// confirmed: out-of-bounds in fill, 1 time
// unusual: null-dereference in swap, 1 time
// unusual: null-dereference in swap_and_divide, 1 time
// unusual: null-dereference in swap_unchecked, 1 time

#include <assert.h>
#include <stddef.h>

struct node {
    int value;
    struct node *next;
};

static int answer(int v) { return v == 42 ? 1 : 0; }

int accessor(int m) {
    m = answer(m);
    m = m / (1 - m);
    return m;
}

struct node *swap(struct node *this) {
    if (this->next != NULL && this->value > this->next->value) {
        struct node *t = this->next;
        this->next = t->next;
        t->next = this;
        return t;
    }
    return this;
}

struct node *swap_unchecked(struct node *this) {
    return this->value > this->next->value ? this->next : this;
}

struct node *swap_and_divide(struct node *this) {
    if (this->next != NULL && this->value > this->next->value) {
        struct node *t = this->next;
        this->next = t->next;
        t->next = this;
        t->value = 10 / (5 - this->value);
        return t;
    }
    return this;
}

void alias(struct node *n1, struct node *n2) {
    if (n1 != NULL && n2 != NULL) {
        n1->value = 2;
        n2->value = 3;
        assert(n1->value == 2);
    }
}

int fill(int n) {
    int array[100];
    for (int i = 0; i < n; i++) {
        array[i] = i;
    }
    return array[0];
}

void array_bound(int last, int length) {
    int array[length];
    for (int i = 0; i <= last; i++) {
        array[i] = 0;
    }
}
