// The server's side of a protocol like TLS: records come byte by byte on standard input, each a type, a length and a body. What is
// wrong: while the keys are agreed upon anew, data is answered as before, since the session counts as established from the first time.
// options: --stdin 20 --spec handshake.spec
// violated by: 16 00 10 00 14 00 0f 00 16 00 17 00
#include "handshake.h"
#include <stdio.h>

enum { BODY = 8, CIPHERS = 4 };

enum type { KEY_EXCHANGE = 0x10, CHANGE_CIPHER = 0x14, FINISH = 0x0f, HELLO = 0x16, DATA = 0x17, ALERT = 0x15, HEARTBEAT = 0x18,
            CERTIFICATE = 0x0b, TICKET = 0x04, PADDING = 0x00 };

// Where in a record the next byte belongs.
enum place { AT_TYPE, AT_LENGTH, IN_BODY };

struct reader {
    enum place place;
    int type;
    int missing;
    int size;
    unsigned char body[BODY];
};

struct server {
    struct session session;
    struct reader reader;
    int unexpected;
    int malformed;
    int warnings;
    int names;
    int wildcards;
    int age;
    int groups;
    int records;
    int weak;
    int echoed;
    int text;
};

void session_greet(struct session *s) {
    s->phase = GREETED;
}

void session_exchange(struct session *s) {
    s->phase = EXCHANGED;
}

void session_switch(struct session *s) {
    s->phase = SWITCHED;
}

void session_finish(struct session *s) {
    s->phase = FINISHED;
    s->is_established = 1;
}

void session_send(struct session *s, int size) {
    s->sent += size;
}

void session_close(struct session *s) {
    s->phase = CLOSED;
    s->is_established = 0;
}

// The best cipher of a list; who offers none that is known gets the oldest.
static int choose_cipher(struct server *v, const unsigned char *list, int count) {
    int best = 0;
    for (int i = 0; i < count; i++) {
        int strength = list[i] & (CIPHERS - 1);
        if ((list[i] & 0x80) != 0)
            continue;
        if (list[i] >= 0x40)
            v->weak++;
        else if (strength > best)
            best = strength;
    }
    return best;
}

// Extensions are pairs of a type and a value.
static void read_extension(struct server *v, int type, int value) {
    switch (type) {
    case 0:
        v->names++;
        break;
    case 10:
        if (value > 23 && value < 30)
            v->groups++;
        else
            v->weak++;
        break;
    case 13:
        if (value < 4)
            v->weak += 2;
        break;
    case 16:
        v->text = value == 'h';
        break;
    case 35:
        v->age = value;
        break;
    default:
        if ((type & 0x0f) == 0x0a)
            break;
        v->warnings++;
    }
}

static void hello(struct server *v, const struct reader *r) {
    struct session *s = &v->session;
    if (s->phase != IDLE && s->phase != FINISHED) {
        v->unexpected++;
        return;
    }
    int ciphers = r->size > 0 ? r->body[0] : 0;
    if (ciphers >= r->size) {
        ciphers = r->size > 0 ? r->size - 1 : 0;
        if (r->size > 0)
            v->malformed++;
    }
    s->cipher = choose_cipher(v, r->body + 1, ciphers);
    for (int i = ciphers + 1; i + 1 < r->size; i += 2)
        read_extension(v, r->body[i], r->body[i + 1]);
    session_greet(s);
}

// Names in a certificate: labels with dots between them; a star stands for the first one.
static void certificate(struct server *v, const struct reader *r) {
    int labels = 0, length = 0;
    for (int i = 0; i < r->size; i++) {
        int c = r->body[i];
        if (c == '.') {
            if (length == 0)
                v->malformed++;
            labels++;
            length = 0;
        } else if (c == '*') {
            if (labels > 0)
                v->malformed++;
            else
                v->wildcards++;
            length++;
        } else if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) {
            length++;
        } else if (c == '-') {
            if (length == 0)
                v->warnings++;
            length++;
        } else {
            v->malformed++;
        }
    }
    if (labels > 1 && length > 1)
        v->names++;
}

// A share of the key is good enough whatever it is; those that are known to be weak are counted.
static void key_exchange(struct server *v, const struct reader *r) {
    if (v->session.phase != GREETED) {
        v->unexpected++;
        return;
    }
    int zeros = 0;
    for (int i = 0; i < r->size; i++) {
        if (r->body[i] == 0)
            zeros++;
        else if (r->body[i] == 0xff)
            v->weak++;
    }
    if (zeros > 2)
        v->weak++;
    session_exchange(&v->session);
}

static void change_cipher(struct server *v) {
    if (v->session.phase != EXCHANGED)
        v->unexpected++;
    else
        session_switch(&v->session);
}

static void finish(struct server *v) {
    if (v->session.phase != SWITCHED)
        v->unexpected++;
    else
        session_finish(&v->session);
}

// Data is a request in text or in frames, and answered by as much.
static void data(struct server *v, const struct reader *r) {
    if (!v->session.is_established) {
        v->unexpected++;
        return;
    }
    int spaces = 0, lines = 0;
    for (int i = 0; i < r->size; i++) {
        int c = r->body[i];
        if (v->text && c == '\n')
            lines++;
        else if (c == ' ')
            spaces++;
        else if (c & 0x80)
            v->text = 0;
    }
    if (spaces > 1 && lines > 0)
        v->echoed++;
    session_send(&v->session, r->size);
}

static void alert(struct server *v, const struct reader *r) {
    int level = r->size > 0 ? r->body[0] : 1, code = r->size > 1 ? r->body[1] : 0;
    if (level == 2) {
        session_close(&v->session);
        return;
    }
    if (level != 1)
        v->malformed++;
    if (code == 90 || code == 100)
        v->warnings++;
    else if (code >= 42 && code <= 46)
        v->warnings += 2;
}

static void heartbeat(struct server *v, const struct reader *r) {
    if (r->size == 0)
        return;
    if (r->body[0] > r->size - 1) {
        v->malformed++;
        return;
    }
    for (int i = 1; i < r->size; i++)
        if (r->body[i] != r->body[1])
            v->echoed++;
    if (v->echoed > 20)
        v->echoed = 20;
}

static void ticket(struct server *v, const struct reader *r) {
    int sum = 0;
    for (int i = 0; i < r->size; i++) {
        sum += r->body[i];
        if (sum & 0x100)
            sum = (sum & 0xff) + 1;
    }
    if (sum == 0xff)
        v->age = 0;
    else if (sum > 0x80)
        v->age++;
    else
        v->warnings++;
}

static void handle(struct server *v, const struct reader *r) {
    v->records++;
    switch (r->type) {
    case HELLO:
        hello(v, r);
        break;
    case CERTIFICATE:
        certificate(v, r);
        break;
    case KEY_EXCHANGE:
        key_exchange(v, r);
        break;
    case CHANGE_CIPHER:
        change_cipher(v);
        break;
    case FINISH:
        finish(v);
        break;
    case DATA:
        data(v, r);
        break;
    case ALERT:
        alert(v, r);
        break;
    case HEARTBEAT:
        heartbeat(v, r);
        break;
    case TICKET:
        ticket(v, r);
        break;
    case PADDING:
        break;
    default:
        v->unexpected++;
    }
}

static void feed(struct server *v, int byte) {
    struct reader *r = &v->reader;
    switch (r->place) {
    case AT_TYPE:
        r->type = byte;
        r->place = AT_LENGTH;
        break;
    case AT_LENGTH:
        r->missing = byte & 15;
        if (byte > 15)
            v->malformed++;
        r->size = 0;
        r->place = IN_BODY;
        break;
    case IN_BODY:
        r->missing--;
        if (r->size < BODY)
            r->body[r->size++] = (unsigned char)byte;
        else
            v->warnings++;
        break;
    }
    if (r->place == IN_BODY && r->missing == 0) {
        handle(v, r);
        r->place = AT_TYPE;
    }
}

int main(void) {
    static struct server server;
    int c;
    while ((c = getchar()) != EOF)
        feed(&server, c);
    return server.weak > 3 && server.malformed > 0;
}
