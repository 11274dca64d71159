// An object whose table of virtual functions is not that of a class is one that no program makes.
// options: --function larger
// findings: none
// unusual: null-dereference 8, null-dereference 8
// verdicts: confirmed
// tests: confirmed
struct Shape { virtual int area() const = 0; virtual ~Shape() {} };
bool larger(const Shape &left, int than) { return left.area() > than; }
