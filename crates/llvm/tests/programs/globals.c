/* Initial contents of globals, linkage, constructors, thread-locals. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct node { const char *name; struct node *next; int (*call)(int); long offset; };
static int increment(int v) { return v + 1; }
static struct node last = {"last", 0, increment, offsetof(struct node, call)};
static struct node first = {"first", &last, 0, sizeof(struct node)};
static struct node *const nodes[] = {&first, &last, &first + 1};
static int array[10] = {[3] = 7, [9] = -1};
static int *middle = &array[3], *end = array + 10;
static char text[] = "hello\0world", *inner = text + 6;
static const char *const strings[] = {"a", "bc", "def", NULL, "a"};
static uintptr_t number = (uintptr_t)&array[2];
static long distance = (char *)&array[9] - (char *)&array[1];
static double real = 1.5, *real_pointer = &real;
static float f = 0.25f;
static long double ld = 2.5L;
static _Bool yes = 1;
static union { long l; char c[8]; } u = {.c = "union"};
static int matrix[2][3] = {{1, 2, 3}, {4, 5}};
static struct { int a : 4; unsigned b : 12; int *p; } packed = {-3, 4000, &array[1]};
static wchar_t wide[] = L"wide";
static int big[1000] = {1, [500] = 2, [999] = 3};
int common_variable;
extern int missing __attribute__((weak));
extern void missing_function(void) __attribute__((weak));
int weak_variable __attribute__((weak)) = 5;
__attribute__((weak)) int weak_function(void) { return 55; }
static int target(int v) { return v * 3; }
int alias_function(int) __attribute__((alias("target")));
static int aliased = 12;
extern int alias_variable __attribute__((alias("aliased")));
static _Thread_local int per_thread = 33;
_Thread_local int per_thread_zero;
static int constructed;
__attribute__((constructor(200))) static void second_constructor(void) { constructed = constructed * 10 + 2; }
__attribute__((constructor(101))) static void first_constructor(void) { constructed = constructed * 10 + 1; }
__attribute__((constructor)) static void last_constructor(void) { constructed = constructed * 10 + 3; }
__attribute__((destructor)) static void at_end(void) { printf("destructor %d\n", constructed); }
static int counter(void) { static int calls = 100; return ++calls; }

int main(void) {
    for (struct node *n = &first; n; n = n->next)
        printf("%s %ld %d\n", n->name, n->offset, n->call ? n->call(1) : -1);
    printf("%d %d %d %d\n", nodes[1] == &last, (int)(nodes[2] - nodes[0]), *middle, end[-1]);
    printf("%s %s %s %d\n", text, inner, strings[2], strings[3] == NULL);
    printf("%d %ld %g %g %g %d\n", *(int *)(number + 4), distance, *real_pointer, f, (double)ld, yes);
    printf("%s %d %d %d %u %d\n", u.c, matrix[1][0], matrix[1][2], packed.a, packed.b, packed.p == &array[1]);
    printf("%d %d %d %d %d\n", wide[3], big[0], big[500], big[501], big[999]);
    printf("%d %d %d\n", common_variable, &missing == NULL, missing_function == NULL);
    printf("%d %d %d %d\n", weak_variable, weak_function(), alias_function(4), alias_variable);
    per_thread++, per_thread_zero += 2, aliased++;
    printf("%d %d %d\n", per_thread, per_thread_zero, alias_variable);
    printf("%d %d %d\n", constructed, counter(), counter());
    return 0;
}
