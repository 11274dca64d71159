// A trace of a graphics program on standard input, which is read, checked and played. What is wrong: a buffer that is still being drawn
// is waited for before it is recorded anew, but not where low latency is asked for.
// options: --stdin 16 --spec commands.spec
// violated by: c1 11 21 03 31 41 11
#include "commands.h"
#include <stdio.h>

enum { BUFFERS = 4, INSTRUCTIONS = 20, PIXELS = 64 };

enum operation { NOTHING, BEGIN, DRAW, END, SUBMIT, WAIT, VIEWPORT, SCISSOR, COLOUR, CONSTANTS, TEXTURE, LABEL, MODE };

struct instruction {
    enum operation operation;
    int operand;
    int value;
    int other;
};

struct trace {
    struct instruction instructions[INSTRUCTIONS];
    int count;
    int bad;
    int redundant;
    int odd_labels;
};

struct renderer {
    struct commands buffers[BUFFERS];
    int has_low_latency;
    int width, height;
    int clipped;
    int brightness;
    int refused;
    int stalls;
    int texels;
};

static int next(void) {
    int c = getchar();
    return c == EOF ? 0 : c;
}

void commands_begin(struct commands *c) {
    c->progress = RECORDING;
    c->draws = 0;
}

void commands_draw(struct commands *c, int vertices) {
    c->draws += vertices;
}

void commands_end(struct commands *c) {
    c->progress = EXECUTABLE;
}

void commands_submit(struct commands *c) {
    c->progress = PENDING;
    c->submissions++;
}

void commands_complete(struct commands *c) {
    c->progress = EXECUTABLE;
}

// Runs of pixels, each a length and a colour; what is too long is cut off.
static int read_texture(struct trace *t, int runs) {
    int pixels = 0, bright = 0;
    for (int i = 0; i < runs; i++) {
        int run = next() & 31, colour = next();
        if (run == 0)
            run = 32;
        if (pixels + run > PIXELS) {
            t->bad++;
            run = PIXELS - pixels;
        }
        if ((colour >> 5) > 5)
            bright += run;
        else if (colour == 0)
            bright -= run;
        pixels += run;
    }
    return bright > pixels / 2 ? -pixels : pixels;
}

// A label is for who debugs: letters, digits and a few signs.
static int read_label(struct trace *t, int length) {
    int capitals = 0;
    for (int i = 0; i < length; i++) {
        int c = next();
        if (c >= 'A' && c <= 'Z')
            capitals++;
        else if (c >= 'a' && c <= 'z')
            continue;
        else if (c == '_' || c == '-' || c == '/')
            capitals = 0;
        else if (c < '0' || c > '9')
            t->odd_labels++;
    }
    return capitals;
}

// Constants of shaders, whose exponents say what is infinite, no number, or as good as 0.
static int read_constants(struct trace *t, int count) {
    int largest = 0;
    for (int i = 0; i < count; i++) {
        int c = next(), exponent = (c >> 3) & 15;
        if (exponent == 15) {
            if (c & 7)
                t->bad++;
            continue;
        }
        if (exponent == 0 && (c & 7) != 0)
            t->redundant++;
        if (exponent > largest)
            largest = exponent;
    }
    return largest;
}

static void read_instruction(struct trace *t, int byte) {
    struct instruction *i = &t->instructions[t->count];
    i->operation = NOTHING;
    i->operand = byte & 15;
    switch (byte >> 4) {
    case 1:
        i->operation = BEGIN;
        break;
    case 2:
        i->operation = DRAW;
        i->value = next();
        break;
    case 3:
        i->operation = END;
        break;
    case 4:
        i->operation = SUBMIT;
        break;
    case 5:
        i->operation = WAIT;
        break;
    case 6:
    case 7:
        i->operation = byte >> 4 == 6 ? VIEWPORT : SCISSOR;
        i->value = next();
        i->other = next();
        break;
    case 8:
        i->operation = COLOUR;
        i->value = next();
        break;
    case 9:
        i->operation = CONSTANTS;
        i->value = read_constants(t, i->operand & 3);
        break;
    case 10:
        i->operation = TEXTURE;
        i->value = read_texture(t, i->operand & 3);
        break;
    case 11:
        i->operation = LABEL;
        i->value = read_label(t, i->operand & 7);
        break;
    case 12:
        i->operation = MODE;
        break;
    default:
        t->bad++;
    }
    t->count++;
}

static void read_trace(struct trace *t) {
    int c;
    while (t->count < INSTRUCTIONS && (c = getchar()) != EOF)
        read_instruction(t, c);
}

// Finds what is of no use, to warn of: sizes that the next instruction overwrites, and draws of less than a triangle.
static void check(struct trace *t) {
    for (int at = 0; at < t->count; at++) {
        const struct instruction *i = &t->instructions[at];
        const struct instruction *following = at + 1 < t->count ? i + 1 : NULL;
        if (i->operation == VIEWPORT || i->operation == SCISSOR) {
            if (following != NULL && following->operation == i->operation)
                t->redundant++;
            if (i->value == 0 || i->other == 0)
                t->bad++;
        }
        if (i->operation == DRAW && (i->value < 3 || i->value % 3 != 0))
            t->redundant++;
        if (i->operation == LABEL && i->value > 3)
            t->odd_labels++;
    }
}

static void begin(struct renderer *r, struct commands *c) {
    if (c->progress == RECORDING) {
        r->refused++;
        return;
    }
    if (c->progress == PENDING && !r->has_low_latency) {
        r->stalls++;
        commands_complete(c);
    }
    commands_begin(c);
}

static void draw(struct renderer *r, struct commands *c, int vertices) {
    if (c->progress != RECORDING) {
        r->refused++;
        return;
    }
    if (vertices > 200)
        vertices = 200;
    commands_draw(c, vertices);
}

static void end(struct renderer *r, struct commands *c) {
    if (c->progress == RECORDING)
        commands_end(c);
    else
        r->refused++;
}

static void submit(struct renderer *r, struct commands *c) {
    if (c->progress == EXECUTABLE)
        commands_submit(c);
    else
        r->refused++;
}

static void wait(struct renderer *r, struct commands *c) {
    if (c->progress == PENDING)
        commands_complete(c);
    else
        r->refused++;
}

static void set_viewport(struct renderer *r, int width, int height) {
    r->width = width < 16 ? 16 : width;
    r->height = height < 16 ? 16 : height;
    if (r->width > 4 * r->height)
        r->clipped++;
    else if (r->height > 4 * r->width)
        r->clipped += 2;
}

static void set_scissor(struct renderer *r, int left, int top) {
    if (left >= r->width)
        r->clipped++;
    if (top >= r->height)
        r->clipped++;
    else if (top > r->height / 2)
        r->brightness--;
}

static void set_colour(struct renderer *r, int colour) {
    int red = colour >> 5, green = (colour >> 2) & 7, blue = colour & 3;
    if (red == green && green == 2 * blue)
        r->brightness = red;
    else if (red > green && red > 2 * blue)
        r->brightness += 2;
    else if (green > red)
        r->brightness += 3;
    if (r->brightness > 20)
        r->brightness = 20;
}

static void count_texels(struct renderer *r, int texels) {
    if (texels < 0) {
        r->brightness++;
        texels = -texels;
    }
    r->texels += texels;
    if (r->texels > 2 * PIXELS)
        r->texels = 0;
}

static void play(struct renderer *r, const struct trace *t) {
    for (int at = 0; at < t->count; at++) {
        const struct instruction *i = &t->instructions[at];
        struct commands *c = &r->buffers[i->operand & (BUFFERS - 1)];
        switch (i->operation) {
        case BEGIN:
            begin(r, c);
            break;
        case DRAW:
            draw(r, c, i->value);
            break;
        case END:
            end(r, c);
            break;
        case SUBMIT:
            submit(r, c);
            break;
        case WAIT:
            wait(r, c);
            break;
        case VIEWPORT:
            set_viewport(r, i->value, i->other);
            break;
        case SCISSOR:
            set_scissor(r, i->value, i->other);
            break;
        case COLOUR:
            set_colour(r, i->value);
            break;
        case TEXTURE:
            count_texels(r, i->value);
            break;
        case MODE:
            r->has_low_latency = i->operand & 1;
            break;
        case CONSTANTS:
            if (i->value > 12)
                r->brightness--;
            break;
        case LABEL:
        case NOTHING:
            break;
        }
    }
}

int main(void) {
    static struct trace trace;
    static struct renderer renderer;
    read_trace(&trace);
    check(&trace);
    play(&renderer, &trace);
    return trace.redundant > 4 && renderer.clipped > 2;
}
