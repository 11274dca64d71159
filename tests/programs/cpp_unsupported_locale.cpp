// What of the standard library has no model is named with its place.
// unsupported: another locale than the classic one in C++ 6
#include <locale>
#include <wayfarer.h>
int main() {
    std::locale german("de_DE.UTF-8");
    return 0;
}
