// The bytes beside a pointer are no part of it.
// exhaustive: true
// findings: none
#include <stdlib.h>

struct __attribute__((packed)) message {
    unsigned char kind;
    unsigned char data[12];
    const char *text;
    unsigned char more[16];
};

int main(void) {
    int wf_int(const char *name);
    struct message message = {1, "hello hello", "text", "x8h(X888 12 abc"};
    message.data[3] = (unsigned char)wf_int("byte");
    unsigned sum = message.kind;
    for (unsigned i = 0; i < sizeof message.data; i++)
        sum += message.data[i];
    for (unsigned i = 0; i < sizeof message.more; i++)
        sum += message.more[i];
    return (sum & 1) + message.text[0];
}
