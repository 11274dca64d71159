// A boot loader that takes a new image over a serial line: lines of text on standard input. What is wrong: a block that the sender
// repeats is written again, but the image goes on counting as verified.
// options: --stdin 18 --spec firmware.spec
// violated by: 42 31 0a 57 32 66 0a 56 0a 52 32 0a 43 0a
#include "firmware.h"
#include <stdio.h>

struct loader {
    int is_updating;
    int is_verified;
    unsigned present;
    int refused;
    int warnings;
    int baud;
    int level;
    int minutes;
    int is_echoing;
};

struct statistics {
    int lines;
    int empty;
    int longest;
    int digits;
    int letters;
    int spaces;
    int others;
};

static struct flash flash;
static struct statistics statistics;
static unsigned char input[64];
static int length, position;

static int peek(void) {
    return position < length ? input[position] : -1;
}

static int take(void) {
    return position < length ? input[position++] : -1;
}

static int is_at_end(void) {
    return peek() == -1 || peek() == '\n';
}

void flash_begin(int slot) {
    flash.active_slot = slot;
    flash.writes = 0;
}

void flash_erase(int block) {
    for (int i = 0; i < BLOCK_SIZE; i++)
        flash.data[block][i] = 0xff;
    flash.erased++;
}

void flash_write(int block) {
    (void)block;
    flash.writes++;
}

void flash_verify(void) {
    flash.erased = 0;
}

void flash_commit(void) {
    flash.active_slot = -1;
}

// What kinds of characters the sender uses, for the log of the device.
static void count_character(int c) {
    if (c >= '0' && c <= '9')
        statistics.digits++;
    else if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'))
        statistics.letters++;
    else if (c == ' ' || c == '\t')
        statistics.spaces++;
    else
        statistics.others++;
}

static int hexadecimal(int c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

static int read_block(struct loader *l) {
    int c = take();
    if (c < '0' || c >= '0' + BLOCKS) {
        l->refused++;
        return -1;
    }
    return c - '0';
}

// The digits of a block's data. What is no digit is skipped with a warning, as the lines are often noisy.
static void read_data(struct loader *l, int block) {
    int at = 0, half = -1;
    while (!is_at_end()) {
        int c = take();
        int digit = hexadecimal(c);
        count_character(c);
        if (digit < 0) {
            if (c != ' ')
                l->warnings++;
            continue;
        }
        if (half < 0) {
            half = digit;
            continue;
        }
        if (at < BLOCK_SIZE)
            flash.data[block][at++] = (unsigned char)(16 * half + digit);
        else
            l->warnings++;
        half = -1;
    }
    if (half >= 0)
        l->warnings++;
}

static int read_number(int limit) {
    int value = 0;
    while (peek() >= '0' && peek() <= '9') {
        value = 10 * value + (take() - '0');
        if (value > limit)
            value = limit;
    }
    return value;
}

static void begin(struct loader *l) {
    if (l->is_updating) {
        l->refused++;
        return;
    }
    int slot = take();
    flash_begin(slot == '1' ? 1 : 0);
    l->is_updating = 1;
    l->is_verified = 0;
    l->present = 0;
}

static void erase(struct loader *l) {
    int block = read_block(l);
    if (block < 0 || !l->is_updating)
        return;
    flash_erase(block);
    l->present &= ~(1u << block);
    l->is_verified = 0;
}

static void write_block(struct loader *l) {
    int block = read_block(l);
    if (block < 0 || !l->is_updating)
        return;
    read_data(l, block);
    flash_write(block);
    l->present |= 1u << block;
    l->is_verified = 0;
}

// The sender has got no acknowledgement of a block.
static void repeat_block(struct loader *l) {
    int block = read_block(l);
    if (block < 0 || !l->is_updating)
        return;
    if ((l->present & (1u << block)) == 0) {
        l->refused++;
        return;
    }
    read_data(l, block);
    flash_write(block);
}

// Which blocks look empty is logged only: an image may have gaps.
static void log_gaps(struct loader *l) {
    for (int block = 0; block < BLOCKS; block++) {
        int blank = 0;
        if ((l->present & (1u << block)) == 0)
            continue;
        for (int i = 0; i < BLOCK_SIZE; i++)
            if (flash.data[block][i] == 0xff)
                blank++;
        if (blank == BLOCK_SIZE)
            l->warnings++;
    }
}

static void verify(struct loader *l) {
    if (!l->is_updating || l->present == 0) {
        l->refused++;
        return;
    }
    log_gaps(l);
    flash_verify();
    l->is_verified = 1;
}

static void commit(struct loader *l) {
    if (!l->is_updating || !l->is_verified) {
        l->refused++;
        return;
    }
    flash_commit();
    l->is_updating = 0;
    l->is_verified = 0;
}

static void set_speed(struct loader *l) {
    int speed = read_number(9999);
    if (speed == 0)
        l->baud = 96;
    else if (speed == 96 || speed == 192 || speed == 384)
        l->baud = speed;
    else if (speed > 1152)
        l->baud = 1152;
    else
        l->warnings++;
}

static void set_level(struct loader *l) {
    switch (take()) {
    case 'e':
        l->level = 1;
        break;
    case 'w':
        l->level = 2;
        break;
    case 'i':
        l->level = 3;
        break;
    case 'd':
        l->level = 4;
        break;
    default:
        l->warnings++;
    }
}

// Hours and minutes with a colon between them.
static void set_time(struct loader *l) {
    int hours = read_number(99);
    if (peek() == ':')
        take();
    else
        l->warnings++;
    int minutes = read_number(99);
    if (hours > 23 || minutes > 59) {
        l->warnings++;
        return;
    }
    l->minutes = 60 * hours + minutes;
    if (l->minutes < 6 * 60)
        l->level = 1;
}

static void dump(struct loader *l) {
    int printable = 0, from = read_number(BLOCKS - 1);
    for (int block = from; block < BLOCKS; block++)
        for (int i = 0; i < BLOCK_SIZE; i++)
            if (flash.data[block][i] >= ' ' && flash.data[block][i] < 0x7f)
                printable++;
    if (printable > 2 * BLOCK_SIZE)
        l->warnings++;
}

static void end_line(struct loader *l, int begin_of_line) {
    while (!is_at_end()) {
        int c = take();
        count_character(c);
        if (c == '#')
            l->is_echoing = !l->is_echoing;
        else if (c < ' ' && c != '\t')
            l->warnings++;
    }
    int width = position - begin_of_line;
    if (width == 0)
        statistics.empty++;
    if (width > statistics.longest)
        statistics.longest = width;
    statistics.lines++;
    take();
}

static void command(struct loader *l, int c) {
    switch (c) {
    case 'B':
        begin(l);
        break;
    case 'E':
        erase(l);
        break;
    case 'W':
        write_block(l);
        break;
    case 'R':
        repeat_block(l);
        break;
    case 'V':
        verify(l);
        break;
    case 'C':
        commit(l);
        break;
    case 'S':
        set_speed(l);
        break;
    case 'L':
        set_level(l);
        break;
    case 'T':
        set_time(l);
        break;
    case 'D':
        dump(l);
        break;
    default:
        l->refused++;
    }
}

int main(void) {
    static struct loader loader;
    length = (int)fread(input, 1, sizeof input, stdin);
    while (position < length) {
        int begin_of_line = position;
        if (!is_at_end())
            command(&loader, take());
        end_line(&loader, begin_of_line);
    }
    return statistics.digits > statistics.letters && loader.warnings > 2;
}
