// A lambda of a function, and templates made for it, have its name in theirs; meant is the function alone. What the library keeps
// for exceptions is no variable of the program.
// options: --function chosen
// exhaustive: true
// findings: none
// branches: 5 of 6
#include <functional>
int chosen(int a) {
    std::function<int(int)> with;
    if (a > 3)
        with = [a](int other) { return a == other ? 1 : 0; };
    return with ? with(4) : 2;
}
