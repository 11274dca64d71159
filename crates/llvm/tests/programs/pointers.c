/* Pointers in memory: in structures, arrays, tables, unions and bytes, as numbers and back. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node { struct node *left, *right; int key; };
struct item { char tag; void *data; long long wide; struct item *next; double d; long double ld; };
union word { uintptr_t number; char *text; unsigned char bytes[sizeof(char *)]; };

static int twice(int x) { return 2 * x; }
static int plus(int x) { return x + 1; }
static int (*const table[])(int) = {twice, plus, 0, twice};
static int (*chosen)(int) = plus;
static const char *names[4] = {"zero", "one", "two"};
static int numbers[10] = {1, 2, 3};
static int *middle = &numbers[5], *end = numbers + 10;
static struct item second = {'b', &second, 1LL << 40, 0, 2.5, 3.5L};
static struct item first = {'a', numbers, -5, &second, 0.5, 1.25L};
static char **rows[2] = {(char **)names, (char **)names + 1};
extern struct item *cyclic[];
struct item *cyclic[2] = {&first, (struct item *)cyclic};

static struct node *insert(struct node *tree, int key) {
    if (!tree) {
        struct node *made = malloc(sizeof *made);
        *made = (struct node){NULL, NULL, key};
        return made;
    }
    struct node **way = key < tree->key ? &tree->left : &tree->right;
    *way = insert(*way, key);
    return tree;
}

static int walk(struct node *tree, int depth) {
    if (!tree)
        return 0;
    int sum = walk(tree->left, depth + 1) + depth * tree->key + walk(tree->right, depth + 1);
    free(tree);
    return sum;
}

static int by_name(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }
static int by_number(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

static void swap(void *a, void *b, size_t size) {
    unsigned char room[64];
    memcpy(room, a, size), memcpy(a, b, size), memcpy(b, room, size);
}

static void bytes(void) {
    char text[] = "hello";
    char *from = text + 1, *to = NULL;
    for (size_t i = 0; i < sizeof from; i++)
        ((unsigned char *)&to)[i] = ((unsigned char *)&from)[i];
    union word word = {.text = to};
    word.number += 2;
    union word other;
    memcpy(&other, &word, sizeof word);
    uintptr_t tagged = (uintptr_t)malloc(16) | 1;
    int *clean = (int *)(tagged & ~(uintptr_t)1);
    clean[3] = 77;
    printf("%s %s %d %d %d\n", to, other.text, clean[3], (int)(tagged & 1), from < to + 1);
    free(clean);
    /* A list whose links are the exclusive or of both neighbours. */
    struct cell { uintptr_t link; int value; } cells[4];
    for (int i = 0; i < 4; i++) {
        uintptr_t before = i > 0 ? (uintptr_t)&cells[i - 1] : 0, after = i < 3 ? (uintptr_t)&cells[i + 1] : 0;
        cells[i] = (struct cell){before ^ after, 10 * i};
    }
    uintptr_t before = 0;
    for (struct cell *at = cells; at;) {
        printf("%d ", at->value);
        struct cell *next = (struct cell *)(at->link ^ before);
        before = (uintptr_t)at;
        at = next;
    }
    printf("\n");
}

static void edges(void) {
    int array[4] = {1, 2, 3, 4};
    int *past = array + 4, **places[3] = {&past, &middle, &end};
    int *kept[2] = {past, array};
    printf("%d %d %d\n", (int)(kept[0] - kept[1]), (int)(*places[2] - *places[1]), kept[0][-1]);
    /* Far before the beginning and back. */
    int *base = array - 0;
    volatile int far = 1000;
    int **indirect = malloc(sizeof *indirect);
    *indirect = base + far - 998;
    printf("%d %d\n", **indirect, *indirect == &array[2]);
    free(indirect);
    void *none = (void *)-1, *small = (void *)8, *zero = NULL;
    void *all[3] = {none, small, zero};
    printf("%d %d %d %d\n", all[0] == (void *)-1, all[1] == small, !all[2], (int)(intptr_t)all[0]);
    printf("%d %d\n", (int)((uintptr_t)&array[3] - (uintptr_t)&array[0]), (int)((char *)&first.next - (char *)&first == offsetof(struct item, next)));
}

static void overflows(void) {
    size_t count = (size_t)-1 / 4 + 2, bytes = count * 4;
    long big = (long)0x7fffffff;
    unsigned long more = (unsigned long)big + 1;
    ptrdiff_t difference = &numbers[1] - &numbers[9];
    printf("%lu %ld %lu %ld %lu %td\n", (unsigned long)bytes, big, more, (long)more, more << 1, difference);
    printf("%d %d %d %d\n", (int)sizeof(long), (int)sizeof(struct item), (int)_Alignof(long long), (int)sizeof(long double));
    struct { char a; double b; char c; long long d; char e; long double f; } s;
    printf("%d %d %d %d\n", (int)offsetof(__typeof__(s), b), (int)offsetof(__typeof__(s), d), (int)offsetof(__typeof__(s), f), (int)sizeof s);
}

int main(int argc, char **argv, char **environment) {
    printf("%d %d %d\n", argc, argv[argc] == NULL, environment != NULL);
    struct node *tree = NULL;
    for (unsigned i = 0, x = 12345; i < 40; i++, x = x * 1103515245 + 12345)
        tree = insert(tree, (int)(x >> 16) % 100);
    printf("%d\n", walk(tree, 1));
    for (struct item *it = cyclic[0]; it; it = it->next)
        printf("%c %lld %g %Lg %d\n", it->tag, it->wide, it->d, it->ld, it->data == it);
    printf("%d %d %d %s %s\n", table[0](5), chosen(1), table[2] == 0, rows[1][0], *rows[0] ? rows[0][2] : "");
    printf("%d\n", cyclic[1] == (struct item *)&cyclic[0]);
    const char *sorted[] = {"pear", "apple", "fig", "date", "cherry"};
    qsort(sorted, 5, sizeof *sorted, by_name);
    const char *key = "fig";
    const char **found = bsearch(&key, sorted, 5, sizeof *sorted, by_name);
    for (int i = 0; i < 5; i++)
        printf("%s ", sorted[i]);
    printf("%d\n", (int)(found - sorted));
    int values[] = {5, 3, 9, -1};
    qsort(values, 4, sizeof *values, by_number);
    swap(&values[0], &values[3], sizeof *values);
    swap(&sorted[0], &sorted[4], sizeof *sorted);
    printf("%d %d %s %s\n", values[0], values[3], sorted[0], sorted[4]);
    chosen = table[3];
    int (**way)(int) = &chosen;
    printf("%d %d\n", (*way)(21), (int)(*way == twice));
    bytes();
    edges();
    overflows();
    return 0;
}
