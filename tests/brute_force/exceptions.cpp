// Exceptions by type and value, through calls, handlers, destructors that branch, and noexcept.
#include <wayfarer.h>

struct Error { int code; };
struct Worse : Error { Worse(int code) : Error{code} {} };
struct Both : Worse { int more; Both(int code, int more) : Worse(code), more(more) {} };

static int depth, cleaned;

struct Guard {
    int n;
    explicit Guard(int n) : n(n) { depth++; }
    ~Guard() {
        depth--;
        if (n & 1)
            cleaned++;
    }
};

static int inner(int c) {
    Guard guard(c);
    switch (c >> 4) {
    case 0: throw c;
    case 1: throw Error{c};
    case 2: throw Worse(c);
    case 3: throw Both(c, c & 3);
    case 4: if (c & 8) throw (long)c; break;
    case 5: throw "text";
    }
    return c & 15;
}

static int middle(int c) {
    Guard guard(c >> 1);
    try {
        return inner(c);
    } catch (Worse &worse) {
        if (worse.code & 4)
            throw;
        return 20;
    } catch (int n) {
        if (n == 7)
            throw Error{n};
        return 30;
    }
}

static int quiet(int c) noexcept {
    return c & 2 ? inner(c) : 40;
}

extern "C" int main(int, char **) {
    unsigned char c;
    wf_symbolic(&c, 1, "c");
    int result = 0;
    try {
        result = c < 0xe0 ? middle(c) : 100 / (c - 0xf0);
        if (c == 0x61)
            result += quiet(0x13);
        if (c == 0x62)
            result += quiet(0x11);
    } catch (const Both &both) {
        result = both.more == 2 ? 50 : 51;
    } catch (const Error &error) {
        result = error.code == 0x1f ? 60 : 61;
    } catch (const char *) {
        result = 70;
    }
    wf_assert(depth == 0);
    return result + cleaned;
}
