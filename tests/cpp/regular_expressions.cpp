// regex: matches, groups, replacement, iteration, errors.
#include <iostream>
#include <regex>
#include <string>
int main() {
    std::string text = "born 1815-12-10, died 1852-11-27";
    std::regex date("(\\d{4})-(\\d{2})-(\\d{2})");
    for (std::sregex_iterator it(text.begin(), text.end(), date), end; it != end; ++it)
        std::cout << (*it)[1] << '/' << it->str(3) << ' ' << it->position() << '\n';
    std::cout << std::regex_replace(text, date, "$3.$2.$1") << '\n';
    std::cout << std::regex_match("abab", std::regex("(ab)+")) << std::regex_match("aba", std::regex("(ab)+")) << '\n';
    std::smatch match;
    if (std::regex_search(text, match, std::regex("d[a-z]+d|none", std::regex::icase)))
        std::cout << match.str() << ' ' << match.prefix().length() << '\n';
    try {
        std::regex broken("(a");
    } catch (const std::regex_error &error) {
        std::cout << "error " << (error.code() == std::regex_constants::error_paren) << '\n';
    }
}
