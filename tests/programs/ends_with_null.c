// Vectors that end with null, tables that end with an empty entry, numbers that end with zero: arguments without such an end are unusual.
// options: --function all --max-paths 20000
// unusual: out-of-bounds 15, out-of-bounds 21, out-of-bounds 29, out-of-bounds 44, out-of-bounds 51
// findings: out-of-bounds 37, out-of-bounds 51
// verdicts: confirmed
#include <stddef.h>

struct option {
    const char *name;
    int value;
};

static int count(char **words) {
    int n = 0;
    while (words[n])
        n++;
    return n;
}

static int lookup(const struct option *table, int value) {
    for (; table->name; table++)
        if (table->value == value)
            return 1;
    return 0;
}

static int sum(const int *numbers) {
    int total = 0;
    while (*numbers)
        total += *numbers++ > 0;
    return total;
}

// That is no end of the array.
static int find(const int *numbers, int wanted) {
    int i = 0;
    while (numbers[i] != wanted)
        i++;
    return i;
}

// One of a fixed number: a longer array excludes it.
static int behind(const int *numbers) {
    return numbers[4] ? 1 : 2;
}

// Where zeros are counted, an array that ends with one does not exclude it.
static int zeros(const int *numbers) {
    int n = 0;
    for (int i = 0; i <= 4; i++)
        if (numbers[i])
            n++;
    return n;
}

int all(int which, char **words, const struct option *table, const int *numbers, int wanted) {
    switch (which) {
    case 0: return words ? count(words) : 0;
    case 1: return table ? lookup(table, wanted) : 0;
    case 2: return numbers ? sum(numbers) : 0;
    case 3: return numbers ? find(numbers, wanted) : 0;
    case 4: return numbers ? behind(numbers) : 0;
    case 5: return numbers ? zeros(numbers) : 0;
    default: return 0;
    }
}
