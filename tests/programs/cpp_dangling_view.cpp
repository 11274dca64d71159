// A view of a string that is gone: on the heap if it was long, on the stack if it was short.
// exhaustive: true
// findings: use-after-free 14
// verdicts: confirmed
// tests: confirmed
#include <string>
#include <string_view>
#include <wayfarer.h>
static std::string joined(bool is_long) {
    return is_long ? std::string(40, 'x') + "y" : std::string("short");
}
static int first(std::string_view text) {
    return text.empty() ? 0
         : text[0];
}
int main() {
    int x = wf_int("x");
    if (x == 7) {
        std::string_view view = joined(true);
        return first(view);
    }
    std::string kept = joined(x > 0);
    return first(std::string_view(kept).substr(1)) == 'x';
}
