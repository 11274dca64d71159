// A robot with one drive in a library of tapes. In each cycle standard input has what the sensors say and what the host wants. What is
// wrong: a block that has to be written twice is taken off the drive's count, so that a tape with that block alone is not rewound.
// options: --stdin 16 --spec tape.spec
// violated by: 00 11 00 20 00 30 02 40 00 60
#include "tape.h"
#include <stdio.h>

enum { CARTRIDGES = 4, LABEL = 4 };

// What bits of the sensors mean.
enum { HOT = 1, SOFT_ERROR = 2, DOOR = 4, VIBRATION = 8, DUST = 16, FAN = 32, POWER = 64, LIGHT = 128 };

enum request { GRIP = 1, LOAD, THREAD, WRITE, REWIND, EJECT, STORE, SCAN, CLEAN, QUOTA, SCHEDULE, CALIBRATE };

struct drive {
    struct cartridge *holds;
    int position;
    int corrected;
    int age;
};

struct library {
    struct cartridge cartridges[CARTRIDGES];
    struct drive drive;
    struct cartridge *hand;
    int refused;
    int alarms;
    int temperature;
    int shaken;
    int fan;
    int dark;
    int quota;
    int bad_labels;
    int offset;
    int nights;
};

static int next(void) {
    int c = getchar();
    return c == EOF ? 0 : c;
}

void cartridge_grip(struct cartridge *c) {
    c->mounts++;
}

void cartridge_load(struct cartridge *c) {
    c->is_threaded = 0;
}

void cartridge_thread(struct cartridge *c) {
    c->is_threaded = 1;
}

void cartridge_write(struct cartridge *c) {
    c->blocks++;
}

void cartridge_rewind(struct cartridge *c) {
    (void)c;
}

void cartridge_eject(struct cartridge *c) {
    c->is_threaded = 0;
}

// Sensors raise alarms and steer the fan, but stop nothing.
static void look_at_sensors(struct library *l, int bits) {
    if (bits & HOT) {
        l->temperature += 3;
        if (l->temperature > 40)
            l->alarms++;
    } else if (l->temperature > 20) {
        l->temperature--;
    }
    if (bits & DOOR)
        l->alarms += 2;
    if (bits & VIBRATION) {
        if (++l->shaken > 3)
            l->alarms++;
    } else {
        l->shaken = 0;
    }
    if ((bits & DUST) && l->drive.age > 2)
        l->drive.age += 2;
    if (bits & FAN)
        l->fan = l->temperature > 30 ? 2 : 1;
    else
        l->fan = 0;
    if (bits & POWER)
        l->alarms--;
    if (!(bits & LIGHT))
        l->dark++;
}

static void grip(struct library *l, int slot) {
    struct cartridge *c = &l->cartridges[slot & (CARTRIDGES - 1)];
    if (l->hand != NULL || l->drive.holds == c) {
        l->refused++;
        return;
    }
    cartridge_grip(c);
    l->hand = c;
}

static void load(struct library *l) {
    if (l->hand == NULL || l->drive.holds != NULL) {
        l->refused++;
        return;
    }
    cartridge_load(l->hand);
    l->drive.holds = l->hand;
    l->drive.position = 0;
    l->hand = NULL;
}

static void thread(struct library *l) {
    struct cartridge *c = l->drive.holds;
    if (c == NULL || c->is_threaded)
        l->refused++;
    else
        cartridge_thread(c);
}

// A block is read again while it is written, and written once more over itself if it is weak.
static void write_block(struct library *l, int bits) {
    struct cartridge *c = l->drive.holds;
    if (c == NULL || !c->is_threaded) {
        l->refused++;
        return;
    }
    cartridge_write(c);
    l->drive.position++;
    if (bits & SOFT_ERROR) {
        l->drive.position--;
        cartridge_write(c);
        l->drive.corrected++;
    }
}

static void rewind_tape(struct library *l) {
    struct cartridge *c = l->drive.holds;
    if (c == NULL || !c->is_threaded) {
        l->refused++;
        return;
    }
    cartridge_rewind(c);
    l->drive.position = 0;
}

static void eject(struct library *l) {
    struct cartridge *c = l->drive.holds;
    if (c == NULL || l->hand != NULL) {
        l->refused++;
        return;
    }
    if (l->drive.position > 0)
        cartridge_rewind(c);
    cartridge_eject(c);
    l->drive.position = 0;
    l->drive.holds = NULL;
    l->hand = c;
}

static void store(struct library *l, int slot) {
    if (l->hand == NULL) {
        l->refused++;
        return;
    }
    l->hand->slot = slot;
    l->hand = NULL;
}

// The label of a cartridge: letters, then digits, then the letter of its generation.
static void scan(struct library *l, int slot) {
    int letters = 0, digits = 0, last = 0;
    for (int i = 0; i < LABEL; i++) {
        int c = next();
        if (c == 0)
            break;
        if (c >= 'A' && c <= 'Z') {
            letters++;
            last = c;
        } else if (c >= '0' && c <= '9') {
            if (letters == 0)
                l->bad_labels++;
            digits++;
        } else if (c == '*') {
            break;
        } else {
            l->bad_labels++;
        }
    }
    struct cartridge *c = &l->cartridges[slot & (CARTRIDGES - 1)];
    if (letters > 1 && digits > 0 && last == 'L')
        c->kind = 2;
    else if (letters > 0)
        c->kind = 1;
    else
        c->kind = 0;
}

static void clean(struct library *l, int strength) {
    if (l->drive.age < 4)
        l->refused++;
    else if (strength > 8)
        l->drive.age = 0;
    else
        l->drive.age -= 2;
}

static void set_quota(struct library *l, int unit, int amount) {
    switch (unit) {
    case 0:
        l->quota = amount;
        break;
    case 1:
        l->quota = 10 * amount;
        break;
    case 2:
        l->quota = 100 * amount;
        break;
    default:
        l->refused++;
    }
    if (l->quota > 9999)
        l->quota = 9999;
    else if (l->quota < 3)
        l->alarms++;
}

// At which hours reports are printed.
static void schedule(struct library *l, int count) {
    int before = -1;
    for (int i = 0; i < (count & 3); i++) {
        int hour = next();
        if (hour > 23)
            l->refused++;
        else if (hour <= before)
            l->alarms++;
        else if (hour < 6 || hour > 21)
            l->nights++;
        before = hour;
    }
}

static void calibrate(struct library *l, int steps) {
    int sign = next() & 1 ? -1 : 1;
    l->offset += sign * steps;
    if (l->offset > 20)
        l->offset = 20;
    else if (l->offset < -20)
        l->offset = -20;
    for (int i = 0; i < CARTRIDGES; i++)
        if (l->cartridges[i].kind == 2 && l->offset > 10)
            l->alarms++;
}

static void serve(struct library *l, int request, int operand, int bits) {
    switch (request) {
    case GRIP:
        grip(l, operand);
        break;
    case LOAD:
        load(l);
        break;
    case THREAD:
        thread(l);
        break;
    case WRITE:
        write_block(l, bits);
        break;
    case REWIND:
        rewind_tape(l);
        break;
    case EJECT:
        eject(l);
        break;
    case STORE:
        store(l, operand);
        break;
    case SCAN:
        scan(l, operand);
        break;
    case CLEAN:
        clean(l, operand);
        break;
    case QUOTA:
        set_quota(l, operand, next());
        break;
    case SCHEDULE:
        schedule(l, operand);
        break;
    case CALIBRATE:
        calibrate(l, operand);
        break;
    default:
        l->refused++;
    }
}

int main(void) {
    static struct library library;
    int bits, c;
    library.temperature = 20;
    while ((bits = getchar()) != EOF && (c = getchar()) != EOF) {
        look_at_sensors(&library, bits);
        serve(&library, c >> 4, c & 15, bits);
        library.drive.age++;
    }
    return library.alarms > 5 && library.bad_labels > 1;
}
