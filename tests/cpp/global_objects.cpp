// Constructors of globals in order and by priority, destructors in reverse; static locals; thread_local.
#include <cstdio>
#include <cstdlib>
struct Named {
    const char *name;
    explicit Named(const char *name) : name(name) { std::printf("+%s ", name); }
    ~Named() { std::printf("-%s ", name); }
};
Named first("first");
__attribute__((init_priority(200))) Named early("early");
__attribute__((init_priority(300))) Named later("later");
static Named last("last");
Named array[2] = {Named("a0"), Named("a1")};
Named &local() {
    static Named named("local");
    return named;
}
thread_local Named of_thread("thread");
int fails;
int initial() {
    if (fails++ < 2)
        throw fails;
    return 40 + fails;
}
int retried() {
    static int n = initial();
    return n;
}
int main() {
    std::atexit([] { std::printf("atexit "); });
    std::printf("main %s ", local().name);
    local();
    std::printf("%s ", of_thread.name);
    for (int i = 0; i < 4; i++) {
        try {
            std::printf("%d ", retried());
        } catch (int n) {
            std::printf("threw %d ", n);
        }
    }
    return 5;
}
