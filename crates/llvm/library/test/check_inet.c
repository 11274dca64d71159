/* Internet addresses as texts, and small functions that stand alone, beside glibc's. */
#include "check.h"

#include <arpa/inet.h>
#include <sys/socket.h>

#define ADDRESSES(F) F(inet_aton) F(inet_addr) F(inet_ntoa) F(inet_ntop) F(inet_pton) F(getsubopt) F(a64l) F(l64a)
ADDRESSES(MODEL)

static void random_text(char *to) {
    static const char *const pieces[] = {":", "::", "0", "1", "255", "256", ".", "ffff", "0x1f", "017", "12345", "abcd", " ", "00", "f"};
    *to = 0;
    for (int i = random_below(16); i > 0; i--)
        strcat(to, i % 2 && random_below(4) ? random_below(3) ? ":" : "." : pieces[random_below(15)]);
}

static void check_text(const char *text) {
    unsigned char a[16] = {0}, b[16] = {0};
    CHECK(model_inet_pton(AF_INET, text, a) == inet_pton(AF_INET, text, b) && !memcmp(a, b, 16), "inet_pton %s", text);
    CHECK(model_inet_pton(AF_INET6, text, a) == inet_pton(AF_INET6, text, b) && !memcmp(a, b, 16), "inet_pton %s", text);
    struct in_addr v = {0}, w = {0};
    CHECK(model_inet_aton(text, &v) == inet_aton(text, &w) && v.s_addr == w.s_addr, "inet_aton %s", text);
    CHECK(model_inet_addr(text) == inet_addr(text), "inet_addr %s", text);
}

static void check_address(void) {
    unsigned char address[16];
    char a[60] = "", b[60] = "";
    for (int i = 0; i < 16; i++)
        address[i] = random_below(3) ? 0 : random_below(4) ? (unsigned char)random_below(256) : 255;
    socklen_t room = random_below(3) ? 60 : (socklen_t)random_below(30);
    int family = random_below(4) ? AF_INET6 : random_below(8) ? AF_INET : AF_UNIX;
    model_wfl_errno = errno = 0;
    const char *ours = model_inet_ntop(family, address, a, room), *theirs = inet_ntop(family, address, b, room);
    CHECK(!ours == !theirs && model_wfl_errno == errno && !strcmp(a, b), "inet_ntop %d: %s, %s", room, a, b);
    if (theirs && family != AF_UNIX)
        check_text(b);
    struct in_addr v;
    memcpy(&v, address, 4);
    CHECK(strcmp(model_inet_ntoa(v), inet_ntoa(v)) == 0, "inet_ntoa");
}

static void check_options(void) {
    static char *const tokens[] = {"ro", "size", "rw", NULL};
    static const char *const texts[] = {"ro,size=12,rw", "", "size", "size=", "none=1,ro", ",,rw", "rox,ro"};
    for (int i = 0; i < 7; i++) {
        char a[32], b[32], *ours = strcpy(a, texts[i]), *theirs = strcpy(b, texts[i]), *v, *w;
        for (int j = 0; j < 4; j++) {
            v = w = NULL;
            CHECK(model_getsubopt(&ours, tokens, &v) == getsubopt(&theirs, tokens, &w), "getsubopt %s", texts[i]);
            CHECK(ours - a == theirs - b && !v == !w && (!v || v - a == w - b), "getsubopt %s", texts[i]);
        }
        CHECK(memcmp(a, b, strlen(texts[i]) + 1) == 0, "getsubopt %s", texts[i]);
    }
}

void check_inet(void) {
    for (int i = 0; i < 20000; i++) {
        char text[256];
        random_text(text);
        check_text(text);
        check_address();
        long value = (long)random_bits() >> random_below(64);
        CHECK(strcmp(model_l64a(value), l64a(value)) == 0, "l64a %ld: %s, %s", value, model_l64a(value), l64a(value));
        CHECK(model_a64l(l64a(value)) == a64l(l64a(value)), "a64l");
    }
    check_options();
}
