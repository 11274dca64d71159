// A function by itself: an amount that is negative, or changes the balance although it is refused.
// options: --spec ../../tests/specifications/account.spec --cflags -I../../tests/specifications --function withdraw --input a:nonnull
// findings: specification-violation 6
// verdicts: confirmed
#include "account.h"

int withdraw(struct account *a, int amount) {
    if (amount <= 0)
        return 0;
    if (amount > a->limit)
        return 0;
    a->balance = (int)((unsigned)a->balance - (unsigned)amount);
    return 1;
}
