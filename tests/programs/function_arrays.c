// Arrays of arrays, of pointers, and of enumerators.
// options: --function search
// paths: 11
// exhaustive: false
// findings: out-of-bounds 12
// unusual: null-dereference 12, null-dereference 12, null-dereference 14, null-dereference 18
// tests: confirmed
// branches: all
enum colour { RED, GREEN, BLUE = 7 };

int search(const char **words, int table[2][3], enum colour colour, const enum colour *palette) {
  if (words[1][2] != 'z')
    return 0;
  if (table[1][2] != 4)
    return 1;
  if (colour != BLUE)
    return 2;
  if (palette[3] == GREEN)
    return 3;
  return 4;
}

// unit: const char *words[4] = {NULL, words_1};
