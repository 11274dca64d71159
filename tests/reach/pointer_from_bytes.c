// A pointer that is put together from its bytes: the call writes what they lead to.
// reach: --direction backward --target pointer_from_bytes.c:44 --target pointer_from_bytes.c:45
//   pointer_from_bytes.c:44: open (the entry was reached, with things forgotten on the way)
//   pointer_from_bytes.c:45: unreachable
// reach: --target pointer_from_bytes.c:44
//   pointer_from_bytes.c:44: reached
#include <stdint.h>
#include <string.h>

int wf_int(const char *name);

static int flag;
static unsigned char bytes[sizeof(int *)];

static void put(int *where, int value) {
    *where = value;
}

static uint64_t half(const unsigned char *from) {
    uint64_t number = 0;
    for (int at = 3; at >= 0; at--)
        number = number << 8 | from[at];
    return number;
}

static void write_there(int value) {
    uint32_t low = (uint32_t)half(bytes), high = (uint32_t)half(bytes + 4);
    put((int *)(uintptr_t)((uint64_t)high << 32 | low), value);
}

static void keep(int *pointer) {
    memcpy(bytes, &pointer, sizeof pointer);
}

int main(void) {
    int value = wf_int("value");
    keep(&flag);
    flag = 0;
    if (value == 7)
        write_there(value);
    if (flag == 0)
        return 0;
    if (value > 6)
        return 1;
    return 2;
}
