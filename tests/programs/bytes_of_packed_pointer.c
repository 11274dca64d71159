// A pointer at an address that is no multiple of eight shows its bytes as any other.
// options: --no-replay
// exhaustive: false
// left: the address of an object, another one natively, is used at bytes_of_packed_pointer.c:20
#include <stdlib.h>

struct __attribute__((packed)) message {
    unsigned char kind;
    unsigned short length;
    const char *text;
};

int main(void) {
    int wf_int(const char *name);
    struct message message = {1, 4, "text"};
    message.length = (unsigned short)wf_int("length");
    const unsigned char *bytes = (const unsigned char *)&message;
    unsigned sum = 0;
    for (unsigned i = 0; i < sizeof message; i++)
        sum += bytes[i];
    return sum % 7 == 0;
}
