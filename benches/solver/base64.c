// Base64 of eight free characters decoded by a table, and what it decodes to compared.
//
// options: --strategy dfs --max-paths 1500
#include <string.h>
#include <wayfarer.h>

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

int main(void) {
    signed char value_of[256];
    memset(value_of, -1, sizeof value_of);
    for (int i = 0; i < 64; i++)
        value_of[(unsigned char)digits[i]] = (signed char)i;
    unsigned char text[8], out[6];
    wf_symbolic(text, sizeof text, "text");
    for (int i = 0; i < 8; i += 4) {
        unsigned group = 0;
        for (int j = 0; j < 4; j++) {
            int value = value_of[text[i + j]];
            if (value < 0)
                return 1;
            group = group << 6 | (unsigned)value;
        }
        out[i / 4 * 3] = group >> 16;
        out[i / 4 * 3 + 1] = group >> 8;
        out[i / 4 * 3 + 2] = group;
    }
    for (int i = 0; i < 6; i++)
        if (out[i] != (unsigned char)"PK\3\4\24!"[i])
            return 2;
    return 0;
}
