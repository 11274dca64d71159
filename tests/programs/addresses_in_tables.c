// Tables hold parts of addresses where these are moved there, directly or by way of other tables; what was
// computed is none.
// options: --no-replay
// exhaustive: false
// left: the address of an object, another one natively, is used at addresses_in_tables.c:36, is used at addresses_in_tables.c:38, is used at addresses_in_tables.c:40, is used at addresses_in_tables.c:42, is used at addresses_in_tables.c:44
#include <stdint.h>
#include <string.h>

int wf_int(const char *name);

static int object;
static int *pointer = &object;
static unsigned char bytes[8], copies[8], library[8];
static uint32_t halves[2];
static uintptr_t numbers[2];
static uint32_t computed[8];
static const uint8_t constants[8] = {3, 1, 4, 1, 5, 9, 2, 6};

static void fill(void) {
    for (int i = 0; i < 8; i++) {
        bytes[i] = ((unsigned char *)&pointer)[i];
        computed[i] = (uint32_t)i * 2654435761u ^ constants[i];
    }
    memcpy(numbers, &pointer, 8);
    for (int i = 0; i < 8; i++)
        copies[i] = bytes[i];
    halves[0] = ((uint32_t *)&pointer)[0], halves[1] = ((uint32_t *)&pointer)[1];
    memcpy(library, &pointer, 8);
}

int main(void) {
    int which = wf_int("which");
    fill();
    switch (which) {
    case 1:
        return bytes[1] % 3 == 2;
    case 2:
        return copies[3] % 5 == 1;
    case 3:
        return halves[0] % 5 == 1;
    case 4:
        return library[4] == 70;
    case 5:
        return numbers[0] == 70;
    case 6:
        return computed[2] % 2 + constants[which] == 70;
    }
    return 0;
}
