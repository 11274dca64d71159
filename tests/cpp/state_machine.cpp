// enum class, switch, constexpr arrays, structured bindings, range-for with initialisers.
#include <array>
#include <cstdio>
#include <optional>
#include <string_view>
enum class State : unsigned char { start, word, number, end };
constexpr std::array<const char *, 4> names{"start", "word", "number", "end"};
constexpr State next(State state, char c) {
    if (c == 0) return State::end;
    switch (state) {
    case State::number:
        if (c >= '0' && c <= '9') return State::number;
        [[fallthrough]];
    default:
        return c >= '0' && c <= '9' ? State::number : c == ' ' ? State::start : State::word;
    }
}
static_assert(next(State::start, 'a') == State::word);
std::optional<int> digits(std::string_view text) {
    int value = 0;
    for (char c : text) {
        if (c < '0' || c > '9') return {};
        value = value * 10 + (c - '0');
    }
    return value;
}
int main() {
    State state = State::start;
    for (char c : std::string_view("a1 22 b\0", 8)) {
        state = next(state, c);
        std::printf("%s ", names[static_cast<int>(state)]);
    }
    std::printf("\n%d %d %d\n", digits("123").value_or(-1), digits("1x").value_or(-1), (int)sizeof(State));
}
