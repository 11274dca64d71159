// A matcher for ^ $ . * with a free pattern of six bytes.
//
// options: --strategy dfs
#include "../programs/pattern.c"
