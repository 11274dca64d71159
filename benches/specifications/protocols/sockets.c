// A script for a stack of sockets on standard input: commands with spaces between them, each a letter, the digit of a socket and what
// else it takes. What is wrong: urgent data is sent on every socket that is connected, also if its sending side has been shut down.
// options: --stdin 18 --spec sockets.spec
// violated by: 6f 31 20 62 31 38 20 63 31 20 68 31 20 75 31
#include "sockets.h"
#include <stdio.h>

enum { ENDPOINTS = 3, NO_DELAY = 1, KEEP_ALIVE = 2, REUSE = 4, LINGER = 8 };

struct network {
    struct endpoint endpoints[ENDPOINTS];
    int refused;
    int warnings;
    int privileged;
    int local;
    int multicast;
    int lines;
    int binary;
    int words;
};

struct command {
    char letter;
    void (*run)(struct network *n, struct endpoint *e);
};

static unsigned char script[64];
static int length, position;

static int peek(void) {
    return position < length ? script[position] : -1;
}

static int take(void) {
    return position < length ? script[position++] : -1;
}

static int is_at_end(void) {
    return peek() == -1 || peek() == ' ' || peek() == '\n';
}

void endpoint_open(struct endpoint *e) {
    e->is_open = 1;
    e->port = 0;
    e->is_connected = 0;
    e->is_stopped = 0;
}

void endpoint_bind(struct endpoint *e, int port) {
    e->port = port;
}

void endpoint_connect(struct endpoint *e, int peer) {
    e->is_connected = 1;
    e->peer = peer;
}

void endpoint_stop(struct endpoint *e) {
    e->is_stopped = 1;
}

void endpoint_send(struct endpoint *e, int size) {
    e->sent += size;
}

void endpoint_close(struct endpoint *e) {
    e->is_open = 0;
    e->port = 0;
    e->is_connected = 0;
}

// A number in decimal, or in hexadecimal behind an x.
static int read_number(void) {
    int value = 0, base = 10;
    if (peek() == 'x') {
        take();
        base = 16;
    }
    while (!is_at_end()) {
        int c = peek(), digit;
        if (c >= '0' && c <= '9')
            digit = c - '0';
        else if (base == 16 && c >= 'a' && c <= 'f')
            digit = c - 'a' + 10;
        else
            break;
        take();
        value = value * base + digit;
        if (value > 65535)
            value = 65535;
    }
    return value;
}

// Four numbers with dots between them; what is missing counts as 0. Which kind of address it is goes into the statistics.
static int read_address(struct network *n) {
    int parts[4] = {127, 0, 0, 1};
    int count = 0;
    while (!is_at_end() && count < 4) {
        int part = read_number();
        if (part > 255) {
            n->warnings++;
            part = 255;
        }
        parts[count++] = part;
        if (peek() != '.')
            break;
        take();
    }
    if (parts[0] == 127)
        n->local++;
    else if (parts[0] == 10 || (parts[0] == 192 && parts[1] == 168))
        n->local += 2;
    else if (parts[0] >= 224 && parts[0] < 240)
        n->multicast++;
    if (count != 0 && count != 4)
        n->warnings++;
    return parts[3];
}

// The data of a command: its size, and what it looks like.
static int read_data(struct network *n) {
    int size = 0, controls = 0, run = 0, last = -1;
    while (!is_at_end()) {
        int c = take();
        if (c == ';')
            n->lines++;
        else if (c < ' ' || c == 0x7f)
            controls++;
        else if (c & 0x80)
            n->binary++;
        if (c == last && ++run > 2)
            n->warnings++;
        else if (c != last)
            run = 0;
        last = c;
        size++;
    }
    if (controls > 1)
        n->binary++;
    return size;
}

static void open_one(struct network *n, struct endpoint *e) {
    if (e->is_open)
        n->refused++;
    else
        endpoint_open(e);
}

static void bind_one(struct network *n, struct endpoint *e) {
    int port = read_number();
    if (!e->is_open || e->port != 0) {
        n->refused++;
        return;
    }
    if (port == 0)
        port = 49152;
    else if (port < 1024)
        n->privileged++;
    endpoint_bind(e, port);
}

// There are no ports that are given out by the stack itself: who connects has to be bound.
static void connect_one(struct network *n, struct endpoint *e) {
    int peer = read_address(n);
    if (!e->is_open || e->port == 0 || e->is_connected)
        n->refused++;
    else
        endpoint_connect(e, peer);
}

static void write_data(struct network *n, struct endpoint *e) {
    int size = read_data(n);
    if (!e->is_connected || e->is_stopped)
        n->refused++;
    else
        endpoint_send(e, size);
}

static void write_urgent(struct network *n, struct endpoint *e) {
    if (!e->is_connected) {
        n->refused++;
        return;
    }
    endpoint_send(e, 1);
    if (read_data(n) > 1)
        n->warnings++;
}

static void half_close(struct network *n, struct endpoint *e) {
    if (!e->is_connected || e->is_stopped)
        n->refused++;
    else
        endpoint_stop(e);
}

static void close_one(struct network *n, struct endpoint *e) {
    if (e->is_open)
        endpoint_close(e);
    else
        n->refused++;
}

static void receive(struct network *n, struct endpoint *e) {
    int size = read_data(n);
    e->received += size;
    if (size > 4)
        n->warnings++;
    else if (size == 0)
        e->received--;
    if (e->received > 100)
        e->received = 100;
}

// Options by their letters: a + or - in front switches them on or off.
static void set_options(struct network *n, struct endpoint *e) {
    int on = 1;
    while (!is_at_end()) {
        int bit = 0;
        switch (take()) {
        case '+':
            on = 1;
            break;
        case '-':
            on = 0;
            break;
        case 'd':
            bit = NO_DELAY;
            break;
        case 'k':
            bit = KEEP_ALIVE;
            break;
        case 'r':
            bit = REUSE;
            break;
        case 'l':
            bit = LINGER;
            break;
        default:
            n->warnings++;
        }
        if (on)
            e->options |= bit;
        else
            e->options &= ~bit;
    }
    if ((e->options & (NO_DELAY | LINGER)) == (NO_DELAY | LINGER))
        n->warnings++;
}

static void set_priority(struct network *n, struct endpoint *e) {
    int value = read_number();
    if (value > 63) {
        n->warnings++;
        value = 63;
    }
    if (value >= 46)
        e->priority = 3;
    else if (value >= 26)
        e->priority = 2;
    else if (value >= 10)
        e->priority = 1;
    else
        e->priority = 0;
}

static void show(struct network *n, struct endpoint *e) {
    int width = 1;
    for (int rest = e->received; rest > 9; rest /= 10)
        width++;
    if (width > 1)
        n->lines++;
    if (e->priority > 1)
        n->lines += 2;
    if (e->options & KEEP_ALIVE)
        n->lines++;
}

static const struct command commands[] = {
    {'o', open_one}, {'b', bind_one}, {'c', connect_one}, {'w', write_data}, {'u', write_urgent}, {'h', half_close},
    {'x', close_one}, {'r', receive}, {'p', set_options}, {'q', set_priority}, {'s', show},
};

static void run_word(struct network *n) {
    int letter = take(), number = is_at_end() ? -1 : take() - '0';
    if (number < 0 || number >= ENDPOINTS) {
        n->refused++;
        return;
    }
    for (unsigned i = 0; i < sizeof commands / sizeof commands[0]; i++)
        if (commands[i].letter == letter) {
            commands[i].run(n, &n->endpoints[number]);
            return;
        }
    n->refused++;
}

int main(void) {
    static struct network network;
    length = (int)fread(script, 1, sizeof script, stdin);
    while (position < length) {
        if (is_at_end()) {
            take();
            continue;
        }
        run_word(&network);
        network.words++;
        while (!is_at_end()) {
            take();
            network.warnings++;
        }
    }
    return network.binary > 2 && network.multicast > 0;
}
