// flags: -std=c++20
// array and span: fixed and dynamic extents, views of parts, bytes, comparison, structured bindings, algorithms on them.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdio>
#include <numeric>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

static int total(std::span<const int> numbers) { return std::accumulate(numbers.begin(), numbers.end(), 0); }

template <size_t Extent> static void shift(std::span<int, Extent> numbers, int by) {
    for (int &number : numbers)
        number += by;
    std::printf("%s ", Extent == std::dynamic_extent ? "dynamic" : "fixed");
}

template <class T, size_t Rows, size_t Columns> using Grid = std::array<std::array<T, Columns>, Rows>;

template <class T, size_t Rows, size_t Columns>
static constexpr Grid<T, Columns, Rows> transposed(const Grid<T, Rows, Columns> &grid) {
    Grid<T, Columns, Rows> result{};
    for (size_t i = 0; i < Rows; i++)
        for (size_t j = 0; j < Columns; j++)
            result[j][i] = grid[i][j];
    return result;
}

static long merge_sort(std::span<int> numbers, std::span<int> room) {
    if (numbers.size() < 2)
        return 0;
    size_t half = numbers.size() / 2;
    long inversions = merge_sort(numbers.first(half), room) + merge_sort(numbers.subspan(half), room);
    auto left = numbers.first(half).begin(), left_end = left + (long)half;
    auto right = left_end, end = numbers.end();
    for (auto out = room.begin(); left != left_end || right != end; ++out) {
        bool from_right = left == left_end || (right != end && *right < *left);
        if (from_right)
            inversions += left_end - left;
        *out = from_right ? *right++ : *left++;
    }
    std::ranges::copy(room.first(numbers.size()), numbers.begin());
    return inversions;
}

int main() {
    std::array<int, 6> array{6, 2, 5, 1, 4, 3};
    std::vector<int> vector{1, 2, 3};
    int raw[] = {7, 8};
    std::printf("%d %d %d\n", total(array), total(vector), total(raw));
    shift(std::span(array), 10);
    shift(std::span(vector), 1);
    shift(std::span(array).last<2>(), -5);
    std::printf("%d %d %d\n", array[0], vector[0], array.back());
    std::array<int, 6> room;
    long inversions = merge_sort(array, room);
    std::printf("%ld inversions:", inversions);
    for (int n : array)
        std::printf(" %d", n);
    constexpr Grid<int, 2, 3> grid{{{1, 2, 3}, {4, 5, 6}}};
    constexpr auto turned = transposed(grid);
    static_assert(turned[2][1] == 6);
    std::printf("\n%d %d\n", turned[0][1], turned[2][0]);
    auto [a, b, c] = grid[1];
    std::printf("%d%d%d %d %zu\n", a, b, c, grid[0] < grid[1], std::tuple_size_v<decltype(grid)>);
    std::span<const std::byte> bytes = std::as_bytes(std::span(vector));
    std::printf("%zu %d %d\n", bytes.size(), (int)bytes[0], (int)(bytes[4] | std::byte{0x40}));
    auto made = std::to_array<std::string>({"x", "yy", "zzz"});
    std::span<std::string, 3> texts(made);
    std::ranges::reverse(texts);
    std::printf("%s %zu %d\n", texts.front().c_str(), texts.size_bytes() / sizeof(std::string), texts.empty());
    std::array<int, 0> empty;
    std::printf("%d %zu\n", empty.begin() == empty.end(), empty.size());
    try {
        array.at(6);
    } catch (const std::out_of_range &error) {
        std::printf("%s\n", error.what());
    }
    array.fill(1);
    std::printf("%d\n", std::get<5>(array));
}
