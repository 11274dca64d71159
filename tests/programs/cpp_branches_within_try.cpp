// Branches on inputs within try and catch, and what destructors see of them.
// exhaustive: true
// findings: division-by-zero 27, assertion 34
// verdicts: confirmed
// tests: confirmed
// branches: 11 of 12
#include <cassert>
#include <wayfarer.h>
struct Error { int code; };
struct Fatal : Error { explicit Fatal(int code) : Error{code} {} };
static int open_files;
struct File {
    File() { open_files++; }
    ~File() { open_files--; }
};
int parse(int c) {
    File file;
    if (c < 10)
        throw Error{c};
    if (c == 77)
        throw Fatal(c);
    return c;
}
int main() {
    int c = wf_int("c"), result = 0;
    try {
        result = 100 / (parse(c) - 20);
    } catch (Fatal &fatal) {
        result = fatal.code;
    } catch (Error &error) {
        if (error.code == -3)
            result = 1;
    }
    assert(open_files == 0 && result != 77);
    return result;
}
