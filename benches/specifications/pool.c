// A pool of connections: what clients and the clock do comes from standard input. What is wrong: a connection that
// fails while a client waits is handed to the one who waits, and put among the free ones, too.
// options: --stdin 12 --spec pool.spec
#include "pool.h"
#include <stdio.h>

enum { CONNECTIONS = 3, CLIENTS = 4, WAITING = 3, PATIENCE = 3, TIRED = 5 };

struct client {
    struct connection *has;
    int is_waiting;
    int waited;
    int served;
    int priority;
};

struct pool {
    struct connection all[CONNECTIONS];
    struct client clients[CLIENTS];
    int queue[WAITING];
    int queued;
    int opened;
    int limit;
    int timeouts;
    int refused;
    int load;
};

void connection_open(struct connection *c) {
    c->is_open = 1;
    c->is_lent = 0;
    c->used = 0;
    c->failures = 0;
    c->idle = 0;
}

void connection_lend(struct connection *c) {
    c->is_lent = 1;
    c->used++;
    c->idle = 0;
}

void connection_return(struct connection *c) {
    c->is_lent = 0;
}

void connection_close(struct connection *c) {
    c->is_open = 0;
    c->is_lent = 0;
}

static void set_up(struct pool *p) {
    for (int i = 0; i < CONNECTIONS; i++)
        p->all[i].number = i;
    p->limit = 2;
}

static struct connection *free_connection(struct pool *p) {
    struct connection *best = NULL;
    for (int i = 0; i < CONNECTIONS; i++) {
        struct connection *c = &p->all[i];
        if (c->is_open && !c->is_lent && (best == NULL || c->used < best->used))
            best = c;
    }
    if (best != NULL)
        return best;
    for (int i = 0; i < CONNECTIONS && p->opened < p->limit; i++)
        if (!p->all[i].is_open) {
            connection_open(&p->all[i]);
            p->opened++;
            return &p->all[i];
        }
    return NULL;
}

static void enqueue(struct pool *p, int who) {
    struct client *client = &p->clients[who];
    if (client->is_waiting || p->queued == WAITING) {
        p->refused++;
        return;
    }
    int at = p->queued++;
    while (at > 0 && p->clients[p->queue[at - 1]].priority < client->priority) {
        p->queue[at] = p->queue[at - 1];
        at--;
    }
    p->queue[at] = who;
    client->is_waiting = 1;
    client->waited = 0;
}

static int dequeue(struct pool *p) {
    int who = p->queue[0];
    p->queued--;
    for (int i = 0; i < p->queued; i++)
        p->queue[i] = p->queue[i + 1];
    p->clients[who].is_waiting = 0;
    return who;
}

static void give(struct pool *p, int who, struct connection *c) {
    connection_lend(c);
    p->clients[who].has = c;
    p->clients[who].served++;
}

static void ask(struct pool *p, int who) {
    if (p->clients[who].has != NULL) {
        p->refused++;
        return;
    }
    struct connection *c = free_connection(p);
    if (c == NULL)
        enqueue(p, who);
    else
        give(p, who, c);
}

static void serve_queue(struct pool *p, struct connection *c) {
    if (p->queued > 0)
        give(p, dequeue(p), c);
}

static void put_back(struct pool *p, int who) {
    struct connection *c = p->clients[who].has;
    if (c == NULL) {
        p->refused++;
        return;
    }
    p->clients[who].has = NULL;
    connection_return(c);
    if (c->used >= TIRED) {
        connection_close(c);
        p->opened--;
        return;
    }
    serve_queue(p, c);
}

// The server has closed a connection: it is opened again, and goes to the next in the queue.
static void fail(struct pool *p, int number) {
    if (number >= CONNECTIONS) {
        p->refused++;
        return;
    }
    struct connection *c = &p->all[number];
    if (!c->is_open)
        return;
    c->failures++;
    if (c->failures > 3)
        p->timeouts++;
    for (int i = 0; i < CLIENTS; i++)
        if (p->clients[i].has == c) {
            p->clients[i].has = NULL;
            connection_return(c);
        }
    if (p->queued > 0)
        give(p, dequeue(p), c);
    c->is_lent = 0;
}

static void tick(struct pool *p) {
    for (int i = 0; i < CONNECTIONS; i++) {
        struct connection *c = &p->all[i];
        if (c->is_open && !c->is_lent && ++c->idle > 2) {
            connection_close(c);
            p->opened--;
        }
    }
    for (int i = 0; i < p->queued; i++) {
        struct client *client = &p->clients[p->queue[i]];
        if (++client->waited > PATIENCE) {
            client->is_waiting = 0;
            for (int j = i + 1; j < p->queued; j++)
                p->queue[j - 1] = p->queue[j];
            p->queued--;
            i--;
            p->timeouts++;
        }
    }
}

static void set_priority(struct pool *p, int who, int level) {
    if (level > 9)
        level = 9;
    else if (level < 2)
        level = 2;
    p->clients[who].priority = level;
}

// How busy the server says it is: the more, the fewer connections are opened.
static void set_load(struct pool *p, int percent) {
    if (percent > 100) {
        p->refused++;
        return;
    }
    p->load = (p->load + percent) / 2;
    if (percent > 90)
        p->limit = 1;
    else if (percent > 60)
        p->limit = 2;
    else
        p->limit = CONNECTIONS;
}

static int report(const struct pool *p) {
    int sum = p->timeouts;
    for (int i = 0; i < CLIENTS; i++) {
        if (p->clients[i].served > 2)
            sum += 2;
        if (p->clients[i].is_waiting)
            sum++;
    }
    if (p->refused > 4)
        sum ^= 0x40;
    return sum;
}

int main(void) {
    static struct pool pool;
    int c, sum = 0;
    set_up(&pool);
    while ((c = getchar()) != EOF) {
        int who = c & (CLIENTS - 1);
        switch (c >> 4) {
        case 2:
            set_priority(&pool, who, getchar());
            break;
        case 4:
            ask(&pool, who);
            break;
        case 5:
            put_back(&pool, who);
            break;
        case 6:
            fail(&pool, who);
            break;
        case 7:
            tick(&pool);
            break;
        case 8:
            set_load(&pool, getchar());
            break;
        case 9:
            sum ^= report(&pool);
            break;
        default:
            pool.refused++;
        }
    }
    return sum & 1;
}
