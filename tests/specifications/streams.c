// Functions of the C library are watched: a stream that is open when the program ends for some input.
// options: --spec ../../tests/specifications/streams.spec --file a.txt=2
// findings: specification-violation 20
// verdicts: confirmed
// tests: confirmed
// exhaustive: true
#include <stdio.h>

int main(void) {
    FILE *f = fopen("a.txt", "r");
    if (!f)
        return 1;
    int first = fgetc(f);
    fclose(f);
    f = fopen("a.txt", "r");
    if (first == 'x' && fgetc(f) == 'x' && fgetc(f) == 'y')
        return 2;
    fclose(f);
    return 0;
}
