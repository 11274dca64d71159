// Arguments may point to variables that other files can name, and to no others.
// reach: --function into_shared --direction backward --target passed_variables.c:18
//   passed_variables.c:18: open (the entry was reached, with things forgotten on the way)
// reach: --function into_shared --direction forward --target passed_variables.c:18
//   passed_variables.c:18: open (left out: 1 pointer arguments to arrays of other lengths, into objects and to variables of the program)
// reach: --function into_own --direction backward --target passed_variables.c:27
//   passed_variables.c:27: unreachable
int shared;
static int own;
volatile int sink;

void into_shared(int *p) {
    shared = 1;
    if (p)
        *p = 2;
    // `into_shared(&shared)`
    if (shared == 2)
        sink = 1;
}

void into_own(int *p) {
    own = 1;
    if (p)
        *p = 2;
    // Nobody can pass its address.
    if (own == 2)
        sink = 2;
}
