// What errors of regular expressions say, by their code and by what is wrong with an expression.
#include <iostream>
#include <regex>
int main() {
    using namespace std::regex_constants;
    for (error_type code : {error_collate, error_ctype, error_escape, error_backref, error_brack, error_paren, error_brace,
                            error_badbrace, error_range, error_space, error_badrepeat, error_complexity, error_stack})
        std::cout << code << ' ' << std::regex_error(code).what() << '\n';
    for (const char *text : {"(a", "a)", "[a", "a{1", "a{2,1}", "*a", "\\", "[b-a]", "[[:foo:]]", "\\2(a)", "(?a)"}) {
        try {
            std::regex expression(text);
            std::cout << text << '\n';
        } catch (const std::regex_error &error) {
            std::cout << text << ' ' << error.what() << '\n';
        }
    }
}
