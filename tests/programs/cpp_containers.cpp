// Standard containers of inputs: strings, maps, algorithms.
// findings: uncaught-exception 16, assertion 19
// verdicts: confirmed
// tests: confirmed
#include <algorithm>
#include <cassert>
#include <map>
#include <string>
#include <wayfarer.h>
int main() {
    char key[3];
    wf_symbolic(key, 2, "key");
    key[2] = 0;
    std::map<std::string, int> prices{{"ab", 3}, {"cd", 0}, {"xy", 9}};
    if (key[0] == 'x')
        return prices.at(key);
    auto found = prices.find(key);
    if (found != prices.end())
        assert(found->second != 0);
    return 0;
}
