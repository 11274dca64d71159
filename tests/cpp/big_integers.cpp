// A class of big integers: factorials, division by small numbers, comparison, output.
#include <algorithm>
#include <cstdint>
#include <iostream>
#include <string>
#include <vector>
class Big {
    std::vector<uint32_t> limbs;
    void trim() { while (!limbs.empty() && !limbs.back()) limbs.pop_back(); }
public:
    Big(uint64_t n = 0) { for (; n; n >>= 32) limbs.push_back((uint32_t)n); }
    Big &operator*=(uint32_t m) {
        uint64_t carry = 0;
        for (auto &limb : limbs) { carry += (uint64_t)limb * m; limb = (uint32_t)carry; carry >>= 32; }
        if (carry) limbs.push_back((uint32_t)carry);
        trim();
        return *this;
    }
    friend Big operator+(const Big &a, const Big &b) {
        Big sum;
        uint64_t carry = 0;
        for (size_t i = 0; i < std::max(a.limbs.size(), b.limbs.size()) || carry; i++) {
            if (i < a.limbs.size()) carry += a.limbs[i];
            if (i < b.limbs.size()) carry += b.limbs[i];
            sum.limbs.push_back((uint32_t)carry);
            carry >>= 32;
        }
        return sum;
    }
    uint32_t divide(uint32_t d) {
        uint64_t rest = 0;
        for (auto it = limbs.rbegin(); it != limbs.rend(); ++it) { rest = rest << 32 | *it; *it = (uint32_t)(rest / d); rest %= d; }
        trim();
        return (uint32_t)rest;
    }
    bool zero() const { return limbs.empty(); }
    friend std::ostream &operator<<(std::ostream &out, Big n) {
        std::string digits;
        do digits += char('0' + n.divide(10)); while (!n.zero());
        return out << std::string(digits.rbegin(), digits.rend());
    }
};
int main() {
    Big factorial = 1, a = 0, b = 1;
    for (int i = 2; i <= 30; i++) factorial *= i;
    for (int i = 0; i < 100; i++) { Big next = a + b; a = b; b = next; }
    std::cout << factorial << '\n' << a << '\n' << Big() << std::endl;
}
