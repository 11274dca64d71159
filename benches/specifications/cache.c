// A cache of a device's blocks, with a journal: requests come from standard input, two bytes each. What is wrong: a block
// that was changed before a transaction, in the transaction, and rolled back, counts as clean.
// options: --stdin 14 --spec cache.spec
#include "cache.h"
#include <stdio.h>

enum { BLOCKS = 2, DEVICE = 16, JOURNAL = 4 };

struct journal {
    int is_open;
    int count;
    struct block *blocks[JOURNAL];
    unsigned char saved[JOURNAL][4];
};

struct statistics {
    int hits, misses, reads, writes, errors, checksum;
};

static struct block cache[BLOCKS];
static unsigned char device[DEVICE][4];
static struct journal journal;
static struct statistics statistics;
static int now;

void block_load(struct block *b, int number) {
    b->number = number;
    b->is_used = 1;
    b->is_dirty = 0;
    b->pins = 0;
    for (int i = 0; i < 4; i++)
        b->data[i] = device[number][i];
    statistics.reads++;
}

void block_change(struct block *b) {
    b->is_dirty = 1;
}

void block_write(struct block *b) {
    for (int i = 0; i < 4; i++)
        device[b->number][i] = b->data[i];
    b->is_dirty = 0;
    statistics.writes++;
}

void block_evict(struct block *b) {
    b->is_used = 0;
}

static struct block *find(int number) {
    for (int i = 0; i < BLOCKS; i++)
        if (cache[i].is_used && cache[i].number == number) {
            statistics.hits++;
            return &cache[i];
        }
    statistics.misses++;
    return NULL;
}

// An empty place, or that of the block that was used least recently of those that nobody needs.
static struct block *place(void) {
    struct block *oldest = NULL;
    for (int i = 0; i < BLOCKS; i++) {
        struct block *b = &cache[i];
        if (!b->is_used)
            return b;
        if (b->pins == 0 && (oldest == NULL || b->age < oldest->age))
            oldest = b;
    }
    if (oldest == NULL)
        return NULL;
    if (oldest->is_dirty)
        block_write(oldest);
    block_evict(oldest);
    return oldest;
}

static struct block *get(int number) {
    struct block *b = find(number);
    if (b == NULL) {
        b = place();
        if (b == NULL) {
            statistics.errors++;
            return NULL;
        }
        block_load(b, number);
    }
    b->age = ++now;
    return b;
}

static int checksum(const unsigned char *data) {
    int sum = 0;
    for (int i = 0; i < 4; i++) {
        if (data[i] & 1)
            sum += 3;
        if (data[i] > 0x7f)
            sum ^= 0x55;
        if (data[i] == 0)
            sum++;
    }
    return sum;
}

static void read_block(int number, int seed) {
    struct block *b = get(number);
    if (b == NULL)
        return;
    statistics.checksum ^= checksum(b->data);
    if (seed > 200)
        statistics.checksum++;
}

static int journal_index(const struct block *b) {
    for (int i = 0; i < journal.count; i++)
        if (journal.blocks[i] == b)
            return i;
    return -1;
}

static void write_block(int number, unsigned char value) {
    struct block *b = get(number);
    if (b == NULL)
        return;
    if (journal.is_open && journal_index(b) < 0) {
        if (journal.count == JOURNAL) {
            statistics.errors++;
            return;
        }
        int at = journal.count++;
        journal.blocks[at] = b;
        for (int i = 0; i < 4; i++)
            journal.saved[at][i] = b->data[i];
        b->pins++;
    }
    block_change(b);
    b->data[value & 3] = value;
    if (value > 0xf0 || (value & 0x18) == 0x18)
        statistics.checksum ^= value;
}

static void begin(void) {
    if (journal.is_open)
        statistics.errors++;
    journal.is_open = 1;
}

static void commit(void) {
    if (!journal.is_open) {
        statistics.errors++;
        return;
    }
    for (int i = 0; i < journal.count; i++) {
        block_write(journal.blocks[i]);
        journal.blocks[i]->pins--;
    }
    journal.count = 0;
    journal.is_open = 0;
}

// What was changed is as before; nothing of it is to be written.
static void roll_back(void) {
    if (!journal.is_open) {
        statistics.errors++;
        return;
    }
    for (int i = 0; i < journal.count; i++) {
        struct block *b = journal.blocks[i];
        for (int j = 0; j < 4; j++)
            b->data[j] = journal.saved[i][j];
        b->is_dirty = 0;
        b->pins--;
    }
    journal.count = 0;
    journal.is_open = 0;
}

static void flush(void) {
    for (int i = 0; i < BLOCKS; i++)
        if (cache[i].is_used && cache[i].is_dirty && cache[i].pins == 0)
            block_write(&cache[i]);
}

static void trim(int number) {
    for (int i = 0; i < 4; i++)
        device[number][i] = 0;
    struct block *b = find(number);
    if (b == NULL || b->pins > 0)
        return;
    for (int i = 0; i < 4; i++)
        if (b->data[i] != 0)
            statistics.checksum++;
}

static void report(void) {
    if (statistics.hits > statistics.misses)
        statistics.checksum += 2;
    for (int i = 0; i < BLOCKS; i++)
        if (cache[i].is_used)
            statistics.checksum ^= checksum(cache[i].data);
}

int main(void) {
    int request;
    while ((request = getchar()) != EOF) {
        int argument = getchar();
        if (argument == EOF)
            break;
        int number = request & (DEVICE - 1);
        switch (request >> 4) {
        case 1:
            read_block(number, argument);
            break;
        case 2:
        case 3:
            write_block(number, (unsigned char)argument);
            break;
        case 4:
            begin();
            break;
        case 5:
            commit();
            break;
        case 6:
            roll_back();
            break;
        case 7:
            flush();
            break;
        case 8:
            trim(number);
            break;
        case 9:
            report();
            break;
        default:
            statistics.errors++;
        }
    }
    return statistics.errors > 3;
}
