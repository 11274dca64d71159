// Bubble sort of six ints: 720 orders.
//
// options: --strategy dfs
#include "../../tests/programs/bubble_sort.c"
