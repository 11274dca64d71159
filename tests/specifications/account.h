struct account {
    int balance, limit;
};
int withdraw(struct account *a, int amount);
