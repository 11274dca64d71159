// std::cin: numbers of symbolic bytes.
// options: --stdin 3
// findings: assertion 12
// verdicts: confirmed
// tests: confirmed
#include <cassert>
#include <iostream>
int main() {
    int n;
    if (!(std::cin >> n))
        return 1;
    assert(n != 42);
    std::cout << "n is " << n << std::endl;
    return n < 0;
}
