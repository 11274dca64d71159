/* A shop's price calculation with a flaw: a discount that can make the divisor zero. */
#include <stdio.h>
#include <wayfarer.h>

enum customer { REGULAR, MEMBER, STAFF };

static int discount_percent(enum customer customer, int items) {
    if (customer == STAFF)
        return items > 100 ? 100 : 50;
    if (customer == MEMBER)
        return items > 10 ? 15 : 10;
    return items > 20 ? 5 : 0;
}

/* Items that a budget buys at the discounted price. */
static int affordable(int budget, int price, enum customer customer, int items) {
    int reduced = price * (100 - discount_percent(customer, items)) / 100;
    return budget / reduced;
}

int main(void) {
    int price = wf_int("price"), items = wf_int("items"), kind = wf_int("customer");
    wf_assume(price > 0 && price <= 1000);
    wf_assume(items > 0 && items <= 1000);
    if (kind < REGULAR || kind > STAFF) {
        fprintf(stderr, "unknown customer\n");
        return 2;
    }
    int count = affordable(10000, price, (enum customer)kind, items);
    if (count < items)
        printf("too expensive: only %d\n", count);
    return 0;
}
