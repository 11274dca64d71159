// A method alone, named as in the source; `this` is an input, as no function of the class may leave it.
// options: --function Counter::add
// findings: none
// unusual: division-by-zero 13
// verdicts: confirmed
class Counter {
    int n = 0;
public:
    int add(int x);
    static int twice(int x) { return 2 * x; }
};
int Counter::add(int x) {
    return 100 / (n - x);
}
int Counter_use(int x) { return Counter::twice(x); }
