// Objects on stack and heap, strings, structures, function pointers, variadic functions, setjmp.
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node {
    int key;
    struct node *left, *right;
};
struct pair { long a; double b; char name[12]; };

static struct node *insert(struct node *tree, int key) {
    if (!tree) {
        tree = calloc(1, sizeof *tree);
        tree->key = key;
    } else if (key < tree->key)
        tree->left = insert(tree->left, key);
    else
        tree->right = insert(tree->right, key);
    return tree;
}

static void walk(struct node *tree, void (*visit)(int)) {
    if (!tree) return;
    walk(tree->left, visit);
    visit(tree->key);
    walk(tree->right, visit);
    free(tree);
}

static void show(int key) { printf("%d ", key); }

static long add(int count, ...) {
    va_list list;
    va_start(list, count);
    long total = 0;
    for (int i = 0; i < count; i++) {
        if (i % 3 == 2) total += (long)va_arg(list, double);
        else if (i % 3 == 1) total += va_arg(list, long);
        else total += va_arg(list, int);
    }
    va_end(list);
    return total;
}

static double pairs(int count, ...) {
    va_list list;
    va_start(list, count);
    double total = 0;
    while (count--) {
        struct pair p = va_arg(list, struct pair);
        total += p.a + p.b + p.name[0];
    }
    va_end(list);
    return total;
}

static struct pair make(long a) {
    struct pair p = {a, a / 2.0, "name"};
    p.name[0] += a;
    return p;
}

static jmp_buf target;
static void deep(int n) {
    if (n == 0) longjmp(target, 42);
    deep(n - 1);
}

static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

int main(int argc, char **argv) {
    struct node *tree = 0;
    for (int i = 0; i < 20; i++)
        tree = insert(tree, i * 7919 % 101);
    walk(tree, show);
    printf("\n%ld\n", add(10, 1, 2L, 3.5, 4, 5L, 6.5, 7, 8L, 9.5, 10));
    printf("%g\n", pairs(2, make(3), make(4)));
    volatile int count = 0;
    int value = setjmp(target);
    count++;
    if (value == 0) deep(5);
    printf("%d %d\n", value, count);
    char buffer[64] = "hello";
    strcat(buffer, ", world");
    memmove(buffer + 3, buffer, 8);
    printf("%s %zu %d %s\n", buffer, strlen(buffer), strcmp(buffer, "hel"), strchr(buffer, 'w'));
    int numbers[] = {5, 2, 9, -1, 7};
    qsort(numbers, 5, sizeof *numbers, compare);
    for (int i = 0; i < 5; i++) printf("%d,", numbers[i]);
    int n = 3 + argc;
    int vla[n];
    for (int i = 0; i < n; i++) vla[i] = i * i;
    printf("%d %zu %d %s\n", vla[n - 1], sizeof vla, argc, argc > 1 ? argv[1] : "none");
    union { float f; unsigned u; } pun = {.f = 1.5f};
    printf("%x\n", pun.u);
    char *grown = malloc(4);
    strcpy(grown, "abc");
    grown = realloc(grown, 100);
    strcat(grown, "def");
    puts(grown);
    free(grown);
    exit(7);
}
