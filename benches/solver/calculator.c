// A recursive-descent calculator over seven free bytes.
//
// options: --strategy dfs --max-paths 4000
#include "../../tests/programs/calculator.c"
