// The parts of a mail server that keep a message between commands.
struct envelope {
    int has_sender;
    int recipients;
    int size;
};

void envelope_begin(struct envelope *e);
void envelope_recipient(struct envelope *e);
void envelope_reset(struct envelope *e);
void envelope_deliver(struct envelope *e);
