// Members of bases are inputs as the others are: a list whose links are in the base. (The branch that is
// left is that of the conversion, for a null pointer.)
// options: --function second
// findings: none
// tests: confirmed
// branches: 9 of 10
struct Linked { Linked *next; };
struct Counted { static int count; int *counter; };
struct Item : Linked, Counted { int value; };
int Counted::count = 3;
int second(Item *item) {
    if (item == nullptr || item->next == nullptr || item->counter == nullptr)
        return -1;
    if (*item->counter == item->value)
        return static_cast<Item *>(item->next)->next == item ? 2 : 1;
    return 0;
}
