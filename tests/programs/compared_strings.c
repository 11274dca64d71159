// What strcmp and its like return is glibc's number natively, too, not the sign that AddressSanitizer gives.
// options: --args 1x2
// exhaustive: true
// findings: assertion 17, out-of-bounds 21
// tests: confirmed
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const char sign[3] = "lge";

int main(int argc, char **argv) {
    if (argc < 2)
        return 0;
    if (strcasecmp(argv[1], "m") == 'q' - 'm')
        assert(argv[1][0] == 'q');
    if (memcmp(argv[1], "a", 1) == 3 && strncmp(argv[1], "b", 2) != 2)
        return 2;
    if (strcmp(argv[1], "d") < -2)
        return sign[strcmp(argv[1], "mno") + 1];
    return 1;
}
