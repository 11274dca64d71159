// Tables hold parts of addresses where these are moved there, directly or by way of other tables; what was
// computed is none.
// options: --no-replay
// exhaustive: false
// left: the address of an object, another one natively, is used at addresses_in_tables.c:49, is used at addresses_in_tables.c:51, is used at addresses_in_tables.c:53, is used at addresses_in_tables.c:55, is used at addresses_in_tables.c:57, is used at addresses_in_tables.c:59, is used at addresses_in_tables.c:61, is used at addresses_in_tables.c:63
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int wf_int(const char *name);

static int object, pool[4], number_of;
static int *pointer = &object;
static unsigned char bytes[8], copies[8], library[8];
static uint32_t halves[2];
static uintptr_t numbers[2];
static union { unsigned long number; int *pointer; } either;
static unsigned char raw[8];
static struct pair { union { unsigned long number; int *pointer; } first; long second; } given;
static uint32_t computed[8];
static const uint8_t constants[8] = {3, 1, 4, 1, 5, 9, 2, 6};

static struct pair pair(void) {
    struct pair made = {.second = 1};
    made.first.pointer = pointer;
    return made;
}

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
    either.pointer = &pool[number_of];
    *(int **)raw = malloc(4);
    given = pair();
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
        return either.number % 3 == 1;
    case 7:
        return raw[5] == 70;
    case 8:
        return given.first.number % 3 == 1;
    case 9:
        return computed[2] % 2 + constants[which - 3] == 70;
    }
    return 0;
}
