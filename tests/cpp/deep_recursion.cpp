// An exception through many calls; many exceptions one after the other.
#include <cstdio>
#include <stdexcept>
#include <string>
static int destroyed;
struct Guard { ~Guard() { destroyed++; } };
int down(int n) {
    Guard guard;
    if (n == 0)
        throw std::runtime_error("bottom");
    return down(n - 1) + 1;
}
int main() {
    try {
        down(500);
    } catch (const std::exception &error) {
        std::printf("%s %d\n", error.what(), destroyed);
    }
    long sum = 0;
    for (int i = 0; i < 300; i++) {
        try {
            if (i % 3 == 0) throw i;
            if (i % 3 == 1) throw (long)i;
            throw std::to_string(i);
        } catch (int n) {
            sum += n;
        } catch (long n) {
            sum -= n;
        } catch (const std::string &text) {
            sum += (long)text.size();
        }
    }
    std::printf("%ld\n", sum);
}
