// A mail server as in RFC 5321, on standard input. Commands may come in a row (pipelining). What is wrong: RSET
// forgets the recipients, but not that the dialogue is past RCPT, as long as a size was announced with MAIL.
// options: --stdin 18 --spec mail.spec
#include "mail.h"
#include <stdio.h>
#include <string.h>

enum phase { GREETING, READY, SENDER, RECIPIENT };

enum command { HELO, MAIL, RCPT, DATA, RSET, NOOP, VRFY, HELP, QUIT, UNKNOWN };

struct session {
    enum phase phase;
    struct envelope envelope;
    int errors;
    int replies;
    int is_extended;
    int announced;
};

static unsigned char input[64];
static int length, position;

static int peek(void) {
    return position < length ? input[position] : -1;
}

static int take(void) {
    return position < length ? input[position++] : -1;
}

void envelope_begin(struct envelope *e) {
    e->has_sender = 1;
    e->recipients = 0;
    e->size = 0;
}

void envelope_recipient(struct envelope *e) {
    e->recipients++;
}

void envelope_reset(struct envelope *e) {
    e->has_sender = 0;
    e->recipients = 0;
}

void envelope_deliver(struct envelope *e) {
    e->has_sender = 0;
    e->size = 0;
}

static void reply(struct session *s, int code) {
    s->replies++;
    if (code >= 500)
        s->errors += 2;
    else if (code >= 400)
        s->errors++;
}

// The letters of commands in their short form; lower case is as good.
static enum command read_command(void) {
    int c = take();
    if (c >= 'a' && c <= 'z')
        c -= 'a' - 'A';
    switch (c) {
    case 'H':
        return HELO;
    case 'M':
        return MAIL;
    case 'R':
        return peek() == 'S' ? (take(), RSET) : RCPT;
    case 'D':
        return DATA;
    case 'N':
        return NOOP;
    case 'V':
        return VRFY;
    case '?':
        return HELP;
    case 'Q':
        return QUIT;
    default:
        return UNKNOWN;
    }
}

// A local part of letters, digits and dots, which does not begin with a dot. Returns its length.
static int read_local_part(void) {
    int read = 0, dots = 0;
    while (peek() != -1) {
        int c = peek();
        if (c == '@' || c == ' ' || c == '\n')
            break;
        if (c == '.') {
            if (read == 0 || dots > 0)
                return -1;
            dots++;
        } else if (c >= '0' && c <= '9') {
            dots = 0;
        } else if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_') {
            dots = 0;
        } else {
            return -1;
        }
        read++;
        take();
    }
    return read;
}

static int read_domain(void) {
    int labels = 0, read = 0;
    if (peek() != '@')
        return 0;
    take();
    while (peek() != -1 && peek() != ' ' && peek() != '\n') {
        int c = take();
        if (c == '-' && read == 0)
            return -1;
        if (c == '.') {
            if (read == 0)
                return -1;
            labels++;
            read = 0;
        } else {
            read++;
        }
    }
    return labels + (read > 0);
}

static int read_address(void) {
    int local = read_local_part();
    if (local <= 0)
        return 0;
    return read_domain() >= 0;
}

static int read_number(void) {
    int value = 0;
    while (peek() >= '0' && peek() <= '9') {
        value = 10 * value + (take() - '0');
        if (value > 4000)
            return -1;
    }
    return value;
}

static void end_line(struct session *s) {
    int rest = 0;
    while (peek() != -1 && take() != '\n')
        rest++;
    if (rest > 3)
        s->errors++;
}

static void hello(struct session *s) {
    if (s->phase != GREETING) {
        reply(s, 503);
        return;
    }
    s->is_extended = peek() == '+';
    s->phase = READY;
    reply(s, 250);
}

static void mail_from(struct session *s) {
    if (s->phase != READY) {
        reply(s, 503);
        return;
    }
    if (!read_address()) {
        reply(s, 501);
        return;
    }
    int size = 0;
    if (peek() == ' ' && s->is_extended) {
        take();
        size = read_number();
        if (size < 0) {
            reply(s, 552);
            return;
        }
    }
    envelope_begin(&s->envelope);
    s->announced = size;
    s->envelope.size = size;
    s->phase = SENDER;
    reply(s, 250);
}

static void rcpt_to(struct session *s) {
    if (s->phase != SENDER && s->phase != RECIPIENT) {
        reply(s, 503);
        return;
    }
    if (!read_address()) {
        reply(s, 550);
        return;
    }
    if (s->envelope.recipients >= 3) {
        reply(s, 452);
        return;
    }
    envelope_recipient(&s->envelope);
    s->phase = RECIPIENT;
    reply(s, 250);
}

static void reset(struct session *s) {
    envelope_reset(&s->envelope);
    if (s->phase != GREETING && s->announced == 0)
        s->phase = READY;
    reply(s, 250);
}

// The message up to a dot of its own.
static void data(struct session *s) {
    if (s->phase != RECIPIENT) {
        reply(s, 503);
        return;
    }
    reply(s, 354);
    int bytes = 0, eights = 0, lines = 0;
    while (peek() != -1) {
        int c = take();
        if (c == '.' && (peek() == '\n' || peek() == -1))
            break;
        if (c & 0x80)
            eights++;
        if (c == '\n')
            lines++;
        bytes++;
    }
    if (eights > 0 && !s->is_extended) {
        reply(s, 554);
        return;
    }
    if (lines > 2)
        s->errors--;
    if (s->announced > 0 && bytes > s->announced) {
        reply(s, 552);
        return;
    }
    envelope_deliver(&s->envelope);
    s->phase = READY;
    reply(s, 250);
}

static int serve(struct session *s) {
    while (peek() != -1 && s->errors < 12) {
        switch (read_command()) {
        case HELO:
            hello(s);
            break;
        case MAIL:
            mail_from(s);
            break;
        case RCPT:
            rcpt_to(s);
            break;
        case DATA:
            data(s);
            break;
        case RSET:
            reset(s);
            break;
        case VRFY:
            reply(s, read_address() ? 252 : 501);
            break;
        case NOOP:
        case HELP:
            reply(s, 214);
            break;
        case QUIT:
            return 0;
        case UNKNOWN:
            reply(s, 500);
        }
        end_line(s);
    }
    return s->errors;
}

int main(void) {
    struct session session;
    memset(&session, 0, sizeof session);
    length = (int)fread(input, 1, sizeof input, stdin);
    return serve(&session) > 12;
}
