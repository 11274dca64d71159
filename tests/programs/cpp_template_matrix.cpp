// Templates over sizes: an index checked in one instance and not in the other; all ways through both are covered.
// exhaustive: true
// findings: uncaught-exception 11, out-of-bounds 27
// verdicts: confirmed
// tests: confirmed
// branches: all
#include <stdexcept>
#include <wayfarer.h>
template <unsigned N, bool Checked> struct Row {
    int *cells = new int[N]();
    [[noreturn]] static void refuse() { throw std::out_of_range("no such column"); }
    int &operator[](unsigned i) {
        if constexpr (Checked)
            if (i >= N) refuse();
        return cells[i];
    }
    ~Row() { delete[] cells; }
};
int main() {
    unsigned i = wf_uint("i");
    wf_assume(i < 5);
    int which = wf_int("which");
    Row<3, true> checked;
    Row<4, false> open;
    if (which > 0)
        return checked[i];
    open[i] = 5;
    return open[0];
}
