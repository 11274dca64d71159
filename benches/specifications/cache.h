// Blocks of a device in a cache that writes back.
struct block {
    int number;
    int is_used;
    int is_dirty;
    int pins;
    int age;
    unsigned char data[4];
};

void block_load(struct block *b, int number);
void block_change(struct block *b);
void block_write(struct block *b);
void block_evict(struct block *b);
