/* What is behind the program is its own, and messages name it as it was called. */
#include <errno.h>
#include <error.h>
#include <stdio.h>

int main(int count, char **words) {
    for (int i = 1; i < count; i++)
        printf("%s|", words[i]);
    error(4, ENOENT, "%d words", count - 1);
}
