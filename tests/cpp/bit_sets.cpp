// bitset and vector<bool>: a sieve, operators over words, conversions, references to bits, streams, sets as masks.
#include <algorithm>
#include <bitset>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <unordered_set>
#include <vector>

template <size_t Most> static std::bitset<Most> sieve() {
    std::bitset<Most> primes;
    primes.set();
    primes.reset(0).reset(1);
    for (size_t i = 2; i * i < Most; i++)
        if (primes.test(i))
            for (size_t j = i * i; j < Most; j += i)
                primes.reset(j);
    return primes;
}

/* Ways to put queens on a board, rows as masks. */
static int queens(unsigned size, unsigned columns, unsigned left, unsigned right) {
    unsigned all = (1u << size) - 1;
    if (columns == all)
        return 1;
    int ways = 0;
    for (unsigned free = all & ~(columns | left | right); free; free &= free - 1) {
        unsigned place = free & -free;
        ways += queens(size, columns | place, (left | place) << 1, (right | place) >> 1);
    }
    return ways;
}

int main() {
    auto primes = sieve<200>();
    std::cout << primes.count() << ' ' << primes._Find_first() << ' ' << primes._Find_next(100) << '\n';
    std::bitset<12> a("110010101111"), b(0xf0f);
    std::cout << (a & b) << ' ' << (a | b) << ' ' << (a ^ b) << ' ' << ~a << '\n';
    std::cout << (a << 3) << ' ' << (a >> 5) << ' ' << a.to_ulong() << ' ' << a.any() << a.all() << a.none() << '\n';
    a[0] = b[4];
    a[1].flip();
    auto last = a[11];
    last = !last;
    std::cout << a << ' ' << a.to_string('.', '#') << ' ' << (a == b) << '\n';
    std::bitset<130> wide;
    wide.set(129).set(64).set(0).flip(129).set(3);
    std::cout << (wide >> 64).to_ulong() << ' ' << (wide << 1)[65] << '\n';
    try {
        wide.set(129).to_ulong();
    } catch (const std::overflow_error &error) {
        std::cout << error.what() << '\n';
    }
    try {
        std::bitset<8>("10102");
    } catch (const std::invalid_argument &error) {
        std::cout << error.what() << '\n';
    }
    try {
        a.set(12);
    } catch (const std::out_of_range &error) {
        std::cout << error.what() << '\n';
    }
    std::istringstream in("1011001 77");
    std::bitset<5> read;
    in >> read;
    int rest;
    in >> rest;
    std::cout << read << ' ' << rest << '\n';
    std::vector<bool> flags(70);
    for (size_t i = 0; i < flags.size(); i += 7)
        flags[i] = true;
    flags.flip();
    flags.insert(flags.begin() + 3, 5, false);
    flags.push_back(true);
    std::vector<bool>::swap(flags[0], flags[1]);
    std::cout << flags.size() << ' ' << std::count(flags.begin(), flags.end(), true) << ' ' << flags[0] << flags[1] << ' ';
    std::vector<bool>::reference bit = flags.back();
    bit = false;
    std::cout << flags.back() << ' ' << (std::find(flags.begin(), flags.end(), false) - flags.begin()) << '\n';
    std::unordered_set<std::bitset<8>> masks;
    for (unsigned i = 0; i < 64; i++)
        masks.insert(std::bitset<8>(i * i));
    std::cout << masks.size() << ' ' << queens(6, 0, 0, 0) << ' ' << queens(8, 0, 0, 0) << '\n';
}
