// Roots of a quadratic in double precision.
//
// options: --strategy dfs --max-paths 40 --solver-time 5
#include "../../tests/programs/quadratic.c"
