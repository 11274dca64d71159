// A parser that throws: what nothing catches is found, what main catches is not; substr() and at() out of range among them.
// options: --file conf=4
// exhaustive: true
// findings: uncaught-exception 19, uncaught-exception 21
// verdicts: confirmed
// tests: confirmed
#include <fstream>
#include <map>
#include <stdexcept>
#include <string>
#include <wayfarer.h>
struct Bad : std::runtime_error { using std::runtime_error::runtime_error; };
static std::map<char, char> parse(const std::string &text) {
    std::map<char, char> values;
    if (text[0] == '#')
        throw Bad("no comments");
    size_t equals = text.find('=');
    if (text[0] == '[')
        text.substr(5);
    if (equals != 0 && equals != std::string::npos)
        values[text[equals - 1]] = text.at(equals + 1);
    return values;
}
int main() {
    std::ifstream in("conf");
    std::string text(4, ' ');
    in.read(&text[0], 4);
    try {
        return (int)parse(text).size();
    } catch (const Bad &) {
        return 3;
    }
}
