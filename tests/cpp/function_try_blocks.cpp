// Function try blocks, handlers in constructors, exceptions in default arguments and conditions.
#include <cstdio>
#include <initializer_list>
int fails(int n) { throw n; }
struct Member {
    int n;
    Member(int n) : n(n > 5 ? fails(n) : n) {}
};
struct Holder {
    Member member;
    Holder(int n) try : member(n) { std::printf("made %d\n", member.n); } catch (int caught) {
        std::printf("member %d\n", caught);
    }
};
int plain(int n) try { return n == 0 ? fails(1) : n; } catch (int) { return -1; }
int given(int n = fails(9)) { return n; }
int main() {
    for (int n : {3, 7}) {
        try {
            Holder holder(n);
        } catch (int again) {
            std::printf("again %d\n", again);
        }
    }
    std::printf("%d %d\n", plain(0), plain(4));
    try {
        if (int n = given(); n > 0)
            std::printf("wrong\n");
    } catch (int n) {
        std::printf("%d\n", n);
    }
    auto f = [](auto n) -> decltype(n) { if (n < 0) throw n; return n; };
    try {
        std::printf("%g ", f(2.5));
        f(-2L);
    } catch (long n) {
        std::printf("long %ld\n", n);
    }
}
