// A function that is overloaded, named with the types of its parameters; an exception leaves it for its callers.
// options: --function shop::price(int)
// exhaustive: true
// findings: none
// unusual: uncaught-exception 9
// verdicts: confirmed
// tests: confirmed
namespace shop {
int price(int item) { if (item == 7) throw "not for sale"; return item * 3; }
int price(double) { return 1; }
}
