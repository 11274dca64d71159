// Whether realloc has moved what it was given is not for the machine to say: where pointers are compared, one of which
// leads to what is gone, nothing is proved.
// reach: --stdin 1 --target moved_or_not.c:22 --target moved_or_not.c:25
//   moved_or_not.c:22: open (left out: 1 the address of an object, another one natively, is used at moved_or_not.c:21)
//   moved_or_not.c:25: open (test 2 reaches it in the machine, but is not reproduced)
#include <stdio.h>
#include <stdlib.h>

struct list {
    int *data;
    size_t capacity;
};

int main(void) {
    struct list list = {malloc(4), 1};
    if (getchar() != 'x')
        return 1;
    int *old = list.data;
    list.data = realloc(list.data, 8);
    list.capacity = 2;
    if (old == list.data)
        list.capacity++;
    if (!list.data)
        return 2;
    list.data[1] = 3;
    free(list.data);
    return (int)list.capacity;
}
