/*
 * Prints wide_tables.h: what glibc's C.UTF-8 says of the characters beyond ASCII.
 *
 *     clang-19 wide_tables.c -o tables && ./tables > ../../wide_tables.h
 */
#define _GNU_SOURCE
#include <locale.h>
#include <stdio.h>
#include <wchar.h>
#include <wctype.h>

enum { FIRST = 128, END = 0x110000, KINDS = 32 };

/* In the order of the models' classes. */
static const char *const names[] = {"alnum", "alpha", "blank", "cntrl", "digit", "graph",
                                    "lower", "print", "punct", "space", "upper", "xdigit"};

/* The classes of a character, as bits, and above them its width and one. */
static int kind(wint_t c) {
    int bits = 0;
    for (int i = 0; i < 12; i++)
        bits |= !!iswctype(c, wctype(names[i])) << i;
    return bits | (wcwidth((wchar_t)c) + 1) << 12;
}

static int column;

static void print_entry(const char *text) {
    int length = (int)snprintf(NULL, 0, "%s", text);
    if (column + length + 1 > 116)
        printf("\n"), column = 0;
    printf(column ? " %s" : "    %s", text);
    column += length + 1;
}

static void print_kinds(void) {
    static int kinds[END];
    int known[KINDS], count = 0;
    for (wint_t c = FIRST; c < END; c++) {
        int value = kind(c), i = 0;
        while (i < count && known[i] != value)
            i++;
        if (i == count)
            known[count++] = value;
        kinds[c] = i;
    }
    char text[40];
    printf("/* Classes as bits, in the order of their names, and above them the width and one. */\n");
    printf("static const uint16_t wide_kinds[] = {\n");
    for (int i = 0; i < count; i++)
        snprintf(text, sizeof text, "0x%04x,", (unsigned)known[i]), print_entry(text);
    printf("\n};\n\n/* Where runs of characters of a kind begin, and that kind; or of two, of which every other is. */\n");
    printf("static const uint32_t wide_runs[] = {\n");
    column = 0;
    for (wint_t c = FIRST; c < END;) {
        int a = kinds[c], b = c + 1 < END ? kinds[c + 1] : a;
        wint_t end = c;
        while (a != b && end < END && kinds[end] == ((end - c) & 1 ? b : a))
            end++;
        if (end - c < 4) {
            b = a;
            for (end = c; end < END && kinds[end] == a; end++)
                ;
        }
        snprintf(text, sizeof text, "0x%x,", c << 10 | (unsigned)b << 5 | (unsigned)a), print_entry(text);
        c = end;
    }
    printf("\n};\n");
}

static int change(wint_t c, wint_t (*map)(wint_t)) { return c < END ? (int)(map(c) - c) : 0; }

static void print_mapping(const char *name, wint_t (*map)(wint_t)) {
    char text[80];
    printf("\nstatic const struct wide_change %s[] = {\n", name);
    column = 0;
    for (wint_t c = FIRST; c < END;) {
        int a = change(c, map), b = change(c + 1, map);
        wint_t end = c;
        while (end < END && change(end, map) == ((end - c) & 1 ? b : a))
            end++;
        if (a || b)
            snprintf(text, sizeof text, "{0x%x, 0x%x, %d, %d},", c, end - 1, a, b), print_entry(text);
        c = end;
    }
    printf("\n    {0x110000, 0x110000, 0, 0},\n};\n");
}

int main(void) {
    if (!setlocale(LC_ALL, "C.UTF-8"))
        return 1;
    printf("/* Made by test/tables/wide_tables.c: the characters beyond ASCII in glibc's C.UTF-8. */\n");
    print_kinds();
    printf("\n/* What is added to characters of a range, to the first and every other, and to those between. */\n");
    printf("struct wide_change {\n    uint32_t low, high;\n    int32_t even, odd;\n};\n");
    print_mapping("wide_upper", towupper);
    print_mapping("wide_lower", towlower);
    return 0;
}
