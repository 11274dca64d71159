// A standard stream that was closed has no file; what is given back as it was read stays where it was read.
// options: --stdin 6
// exhaustive: true
// findings: none
// tests: confirmed
#include <stdio.h>
#include <stdio_ext.h>

int main(void) {
    int c = getchar();
    if (c != EOF && ungetc(c, stdin) == c && (unsigned long)stdin->_IO_read_ptr % 8 != 0)
        return 1;
    if (c == 'w')
        return getchar() != 'w' || ungetc('x', stdin) != 'x' || getchar() != 'x' || getchar() == 'n';
    fclose(stdin);
    if (c == 'x')
        return fileno(stdin) == -1 ? 3 : 4;
    if (c == 'y')
        return freopen("none", "r", stdin) ? 5 : 6;
    return fclose(stdin) == EOF && fgetc(stdin) == EOF && ferror(stdin) ? 7 : 8;
}
