// An exception that leaves noexcept calls the handler of std::terminate.
#include <cstdio>
#include <cstdlib>
#include <exception>
struct Local { ~Local() { std::printf("~Local\n"); } };
void raises() { throw 3; }
void quiet() noexcept { raises(); }
static_assert(noexcept(quiet()) && !noexcept(raises()));
int main() {
    std::set_terminate([] {
        try {
            if (std::current_exception())
                throw;
        } catch (int n) {
            std::printf("terminate %d\n", n);
        }
        std::fflush(stdout);
        std::_Exit(4);
    });
    try {
        quiet();
    } catch (int) {
        std::printf("wrong\n");
    }
}
