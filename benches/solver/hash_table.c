// Open addressing with a multiplicative hash and three free keys.
//
// options: --strategy dfs --max-paths 40 --solver-time 2
#include "../../tests/programs/hash_table.c"
