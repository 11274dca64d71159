// Ranges that are copied to overlap, wherever they begin, and strings with the place they are copied to.
// options: --stdin 4
// exhaustive: true
// findings: library-misuse 18, library-misuse 23, library-misuse 27, library-misuse 31, library-misuse 36, library-misuse 43
// tests: confirmed
#include <stdio.h>
#include <string.h>

int main(void) {
    char text[32] = "abcdefgh";
    int what = getchar();
    unsigned at = (unsigned char)getchar();
    int byte = getchar();
    if (at > 8 || byte == EOF)
        return 0;
    switch (what) {
    case 'm':
        memcpy(text + 12 - at, text, 8);
        return text[3];
    case 'c':
        /* The classic mistake: what is left of a string is moved to its beginning. */
        text[0] = byte == ' ' ? ' ' : 'x';
        strcpy(text, text + (text[0] == ' '));
        return text[0];
    case 'n':
        text[2] = byte;
        strncpy(text + 4, text + 1, at);
        return text[5];
    case 'a':
        text[3] = byte;
        strcat(text, text + at);
        return text[3];
    case 's':
        text[8] = byte;
        text[9] = 0;
        strncat(text, text + 7, 2);
        return text[3];
    case 'e':
        strcat(text, text + 8);
        strcat(text, "");
        return text[3];
    case 'o':
        strncat(text, text, 3);
        return text[3];
    }
    return 0;
}
