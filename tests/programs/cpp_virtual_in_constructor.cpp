// A pure virtual function called while its object is made, by way of another; an object called when it is gone.
// exhaustive: true
// findings: abort 12, use-after-free 12
// verdicts: confirmed
// tests: confirmed
#include <memory>
#include <vector>
#include <wayfarer.h>
struct Plugin;
static std::vector<Plugin *> plugins;
struct Plugin {
    int twice() { return 2 * run(); }
    virtual int run() = 0;
    explicit Plugin(int early) {
        plugins.push_back(this);
        if (early == 3)
            twice();
    }
    virtual ~Plugin() {
        if (!is_leaving)
            plugins.pop_back();
    }
    static bool is_leaving;
};
bool Plugin::is_leaving;
struct Adder : Plugin {
    int n;
    explicit Adder(int n) : Plugin(n), n(n) {}
    int run() override { return n; }
};
static void use(int x) {
    auto adder = std::make_unique<Adder>(x);
    Plugin::is_leaving = x == 5;
}
int main() {
    use(wf_int("x"));
    for (Plugin *plugin : plugins)
        return plugin->twice();
    return 0;
}
