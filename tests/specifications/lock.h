struct lock {
    int held;
};
int take(struct lock *m);
void release(struct lock *m);
