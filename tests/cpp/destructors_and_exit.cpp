// exit() in a function: globals and statics are destroyed, locals are not.
#include <cstdio>
#include <cstdlib>
struct Loud { const char *name; ~Loud() { std::printf("~%s\n", name); } };
Loud global{"global"};
void leave() {
    static Loud local_static{"static"};
    Loud local{"local"};
    std::exit(7);
}
int main() {
    Loud of_main{"main"};
    try {
        leave();
    } catch (...) {
    }
}
