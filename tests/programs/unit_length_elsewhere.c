// A number that is not named after a pointer is its length only where the function takes what is there for an array; and a
// pointer to a number may lead to the length of what the one before it leads to.
// options: --function all
// unusual: null-dereference 12, null-dereference 20, null-dereference 29, out-of-bounds 29, null-dereference 37, out-of-bounds 37
// findings: out-of-bounds 20
// verdicts: confirmed
#include <stddef.h>

static size_t apart(const size_t *count, size_t last_len) {
    if (!last_len)
        return 0;
    size_t n = *count;
    return n > 3 ? n : last_len;
}

static int sum(const int *values, size_t last_len) {
    int sum = 0;
    if (last_len < 9)
        for (size_t i = 0; i <= last_len; i++)
            sum |= values[i] == 4;
    return sum;
}

// Its length is what the other one leads to.
static int spaces(const char *text, size_t *size) {
    int k = 0;
    if (*size < 20)
        for (size_t i = 0; i < *size; i++)
            if (text[i] == ' ')
                k++;
    return k;
}

static int sevens(const int *values, const int *count) {
    int k = 0;
    for (int i = 0; count && *count < 20 && i < *count; i++)
        if (values[i] == 7)
            k++;
    return k;
}

int all(int which, size_t *count, size_t last_len, const int *restrict values, size_t more_len, char *text, size_t *size, const int *numbers, const int *numbers_count) {
    switch (which) {
    case 0: return (int)apart(count, last_len);
    case 1: return sum(values, more_len);
    case 2: return size ? spaces(text, size) : 0;
    case 3: return sevens(numbers, numbers_count);
    default: return 0;
    }
}
