// The host controller of a bus with four ports: what happens in each frame comes from standard input. What is wrong: a transfer that
// was deferred is sent in a later frame without looking whether its device has been suspended meanwhile.
// options: --stdin 16 --spec usb.spec
// violated by: 11 21 31 31 51 03 61 a0
#include "usb.h"
#include <stdio.h>

enum { PORTS = 4, BUDGET = 500 };

enum class { AUDIO = 1, INPUT = 3, PRINTER = 7, STORAGE = 8, HUB = 9 };

struct host {
    struct device devices[PORTS];
    int frame;
    int next_address;
    int refused;
    int over_budget;
    int leds[PORTS];
    int bad_descriptors;
    int bandwidth;
    int history[4];
};

void device_reset(struct device *d) {
    d->state = FRESH;
    d->address = 0;
}

void device_address(struct device *d, int address) {
    d->state = ADDRESSED;
    d->address = address;
}

void device_configure(struct device *d, int configuration) {
    d->state = CONFIGURED;
    d->configuration = configuration;
}

void device_suspend(struct device *d) {
    d->state = SUSPENDED;
}

void device_resume(struct device *d) {
    d->state = CONFIGURED;
}

void device_transfer(struct device *d, int size) {
    d->transferred += size;
}

void device_remove(struct device *d) {
    d->state = DETACHED;
    d->deferred = 0;
    d->milliamperes = 0;
}

static int next(void) {
    int c = getchar();
    return c == EOF ? 0 : c;
}

static void set_leds(struct host *h, int port, int colour) {
    if (colour == 0)
        h->leds[port] = 0;
    else if (colour < 4)
        h->leds[port] = colour;
    else if (colour & 0x80)
        h->leds[port] = -h->leds[port];
    else
        h->refused++;
}

// The descriptor of an interface as far as the driver looks at it: its class decides which statistics are kept.
static void read_interface(struct host *h, struct device *d, int code) {
    switch (code) {
    case AUDIO:
        h->bandwidth += 64;
        break;
    case INPUT:
        h->bandwidth += 8;
        break;
    case PRINTER:
    case STORAGE:
        h->bandwidth += 16;
        break;
    case HUB:
        h->bad_descriptors++;
        break;
    default:
        if (code >= 0xe0)
            h->bandwidth++;
        else
            h->bad_descriptors++;
    }
    d->class = code;
    if (h->bandwidth > 200)
        h->bandwidth = 200;
}

// Power is only accounted for: the hub itself switches off what draws too much.
static void read_power(struct host *h, struct device *d, int units) {
    int sum = 0;
    d->milliamperes = 2 * units;
    for (int i = 0; i < PORTS; i++)
        sum += h->devices[i].milliamperes;
    if (sum > BUDGET)
        h->over_budget++;
    else if (d->milliamperes > 100 && d->class == INPUT)
        h->over_budget++;
}

// A string of the device, two bytes for each character.
static void read_string(struct host *h, struct device *d, int characters) {
    for (int i = 0; i < characters; i++) {
        int low = next(), high = next();
        if (high != 0)
            d->strings += 2;
        else if (low >= 'a' && low <= 'z')
            d->strings++;
        else if (low >= '0' && low <= '9')
            d->strings += 3;
        else if (low < ' ')
            h->bad_descriptors++;
    }
}

static void describe(struct host *h, struct device *d) {
    int kind = next();
    if (kind == 2)
        read_power(h, d, next());
    else if (kind == 3)
        read_string(h, d, next() & 3);
    else if (kind == 4)
        read_interface(h, d, next());
    else if (kind > 5)
        h->bad_descriptors++;
}

static void attach(struct host *h, struct device *d) {
    if (d->state != DETACHED)
        h->refused++;
    else
        d->state = ATTACHED;
}

static void reset(struct host *h, struct device *d) {
    if (d->state == DETACHED)
        h->refused++;
    else
        device_reset(d);
}

// Gives a device that has been reset its address, or configures one that has it.
static void enumerate(struct host *h, struct device *d) {
    if (d->state == FRESH) {
        if (++h->next_address > 127)
            h->next_address = 1;
        device_address(d, h->next_address);
    } else if (d->state == ADDRESSED) {
        device_configure(d, 1);
    } else {
        h->refused++;
    }
}

// A bus that has much to do carries out transfers in the next frame.
static void transfer(struct host *h, struct device *d, int size) {
    if (d->state != CONFIGURED) {
        h->refused++;
        return;
    }
    if (size & 1)
        d->deferred = size;
    else
        device_transfer(d, size);
}

static void suspend(struct host *h, struct device *d) {
    if (d->state == CONFIGURED)
        device_suspend(d);
    else
        h->refused++;
}

static void resume(struct host *h, struct device *d) {
    if (d->state == SUSPENDED)
        device_resume(d);
    else
        h->refused++;
}

static void unplug(struct host *h, struct device *d) {
    if (d->state == DETACHED)
        h->refused++;
    else
        device_remove(d);
}

static void send_deferred(struct host *h) {
    for (int i = 0; i < PORTS; i++) {
        struct device *d = &h->devices[i];
        if (d->deferred > 0 && d->state >= CONFIGURED) {
            device_transfer(d, d->deferred);
            d->deferred = 0;
        }
    }
}

// The line's noise in a frame: each bit is an error of another kind.
static void note_errors(struct host *h, struct device *d, int bits) {
    if (bits & 1)
        d->errors++;
    if (bits & 2)
        d->errors += 2;
    if (bits & 4)
        h->bandwidth--;
    if (bits & 8)
        h->history[0]++;
    if (bits & 16)
        h->history[1]++;
    if ((bits & 0x60) == 0x60)
        h->history[2]++;
    if (d->errors > 9)
        d->errors = 9;
}

static void end_frame(struct host *h) {
    int busy = 0;
    h->frame++;
    for (int i = 0; i < PORTS; i++)
        if (h->devices[i].state == CONFIGURED)
            busy++;
    if (busy > 1)
        h->history[3]++;
    if (h->frame % 8 == 0)
        h->bandwidth /= 2;
}

static void event(struct host *h, int what, int port) {
    struct device *d = &h->devices[port];
    switch (what) {
    case 1:
        attach(h, d);
        break;
    case 2:
        reset(h, d);
        break;
    case 3:
        enumerate(h, d);
        break;
    case 4:
        describe(h, d);
        break;
    case 5:
        transfer(h, d, next());
        break;
    case 6:
        suspend(h, d);
        break;
    case 7:
        resume(h, d);
        break;
    case 8:
        unplug(h, d);
        break;
    case 9:
        set_leds(h, port, next());
        break;
    case 10:
        send_deferred(h);
        break;
    case 11:
        note_errors(h, d, next());
        break;
    default:
        h->refused++;
    }
}

int main(void) {
    static struct host host;
    int c;
    while ((c = getchar()) != EOF) {
        event(&host, c >> 4, c & (PORTS - 1));
        end_frame(&host);
    }
    return host.bad_descriptors > 3 && host.over_budget > 0;
}
