// string: short and long ones, search, change, conversion to and from numbers.
#include <cstdio>
#include <stdexcept>
#include <string>
#include <string_view>
int main() {
    std::string text = "the quick brown fox";
    text += " jumps over the lazy dog";
    text.insert(4, "very ");
    std::printf("%s %zu\n", text.c_str(), text.size());
    std::printf("%zu %zu %d\n", text.find("fox"), text.rfind('o'), text.find("cat") == std::string::npos);
    text.replace(text.find("quick"), 5, "slow");
    text.erase(0, 4);
    std::printf("%s|%s\n", text.c_str(), text.substr(5, 4).c_str());
    std::printf("%d %d %d\n", text < "w", std::string("abc") == "abc", std::string("abc").compare("abd"));
    std::printf("%s %s %s\n", std::to_string(-42).c_str(), std::to_string(2.5).c_str(),
                std::to_string(123456789012345ull).c_str());
    std::printf("%d %ld %g %d\n", std::stoi("17x"), std::stol("-9000000000"), std::stod("2.5e3"),
                std::stoi("ff", nullptr, 16));
    for (const char *bad : {"", "x", "99999999999"}) {
        try {
            std::printf("%d\n", std::stoi(bad));
        } catch (std::invalid_argument &error) {
            std::printf("invalid %s\n", error.what());
        } catch (std::out_of_range &error) {
            std::printf("range %s\n", error.what());
        }
    }
    std::string_view view = text;
    view.remove_prefix(5);
    std::printf("%.*s\n", (int)view.find(' '), view.data());
    std::wstring wide = L"wide";
    wide += L" string";
    std::printf("%zu %d\n", wide.size(), wide.find(L"str") == 5);
    try {
        text.substr(1000);
    } catch (std::out_of_range &error) {
        std::printf("%s\n", error.what());
    }
}
