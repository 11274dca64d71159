/* Control flow: switches, loops, computed goto, setjmp, recursion, function pointers. */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

static int dense(int v) {
    switch (v) {
    case 0: return 10;
    case 1: case 2: case 3: v *= 7; break;
    case 4: v++; /* fall through */
    case 5: v += 100; break;
    case 9: return -1;
    default: v = -v;
    }
    return v;
}
static const char *words(unsigned v) {
    switch (v) {
    case 0: return "zero";
    case 1: return "one";
    case 2: return "two";
    case 3: return "three";
    case 4: return "four";
    case 5: return "five";
    case 6: return "six";
    default: return "many";
    }
}
static int sparse(long long v) {
    switch (v) {
    case -5000000000LL: return 1;
    case 0: return 2;
    case 17: return 3;
    case 1LL << 40: return 4;
    case 100 ... 200: return 5;
    case 1000 ... 5000: return 6;
    }
    return 7;
}
static int characters(const char *text) {
    int state = 0, count = 0;
    for (; *text; text++) {
        switch (*text) {
        case 'a' ... 'z': state = 1; break;
        case '0' ... '9': state = state == 1 ? 1 : 2; count += state; break;
        case ' ': case '\t': state = 0; break;
        default: count += 100;
        }
    }
    return count;
}

static int interpret(const unsigned char *code) {
    static void *const table[] = {&&halt, &&push, &&add, &&mul, &&jump};
    int stack[16], depth = 0;
    goto *table[*code];
push: stack[depth++] = code[1]; code += 2; goto *table[*code];
add: depth--, stack[depth - 1] += stack[depth]; code++; goto *table[*code];
mul: depth--, stack[depth - 1] *= stack[depth]; code++; goto *table[*code];
jump: code += code[1]; goto *table[*code];
halt: return stack[0];
}

static jmp_buf place;
static int depth_of(int n) {
    if (n == 0)
        longjmp(place, 42);
    return depth_of(n - 1) + 1;
}
static int jumps(void) {
    int local = 5;
    volatile int kept = 7;
    int code = setjmp(place);
    if (code == 0) {
        local = 6, kept = 8;
        depth_of(10);
    }
    return code * 100 + kept + (local > 0);
}
static int retries(void) {
    volatile int count = 0;
    if (setjmp(place) < 3)
        longjmp(place, ++count);
    return count;
}

static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static int twice(int v) { return v * 2; }
static int square(int v) { return v * v; }
static int (*const operations[])(int) = {twice, square, dense};
static int apply(int (*f)(int), int v) { return f(v); }
static unsigned ackermann(unsigned m, unsigned n) {
    return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}
static int logic(int a, int b, int c) { return (a && b) || (!c && (a || b)) ? a & b : b | c; }

int old_style();
int old_style(a, b) int a; int b; { return a * 10 + b; }

int main(int argc, char **argv) {
    (void)argv;
    for (int i = -2; i < 12; i++)
        printf("%d %s %d\n", dense(i), words((unsigned)i), sparse(i * 100));
    printf("%d %d %d %d\n", sparse(-5000000000LL), sparse(1LL << 40), sparse(17), sparse(4999));
    printf("%d\n", characters("ab1 2 c3! 45"));
    unsigned char code[] = {1, 3, 1, 4, 2, 4, 2, 1, 5, 3, 0};
    code[5] = 4, code[6] = 2;
    printf("%d\n", interpret(code));
    printf("%d %d\n", jumps(), retries());
    int numbers[] = {5, 3, 9, -1, 7, 7, 0};
    qsort(numbers, 7, sizeof(int), compare);
    for (int i = 0; i < 7; i++)
        printf("%d ", numbers[i]);
    for (int i = 0; i < 3; i++)
        printf("%d ", apply(operations[i], 5));
    printf("%u %d\n", ackermann(2, 3), old_style(argc, 2));
    for (int i = 0; i < 8; i++)
        printf("%d", logic(i & 1, i >> 1 & 1, i >> 2));
    int i = 0, total = 0;
    do {
        if (i == 3)
            continue;
        if (i == 8)
            break;
        total += i;
    } while (++i < 10);
outer:
    while (1) {
        for (;;) {
            if (total++ > 40)
                goto done;
            if (total % 5 == 0)
                goto outer;
        }
    }
done:
    printf(" %d\n", total);
    return argc + 6;
}
