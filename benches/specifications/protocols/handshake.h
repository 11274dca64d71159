// One side of a session whose keys are agreed upon by a handshake.
enum phase { IDLE, GREETED, EXCHANGED, SWITCHED, FINISHED, CLOSED };

struct session {
    enum phase phase;
    int is_established;
    int cipher;
    int sent;
};

void session_greet(struct session *s);
void session_exchange(struct session *s);
void session_switch(struct session *s);
void session_finish(struct session *s);
void session_send(struct session *s, int size);
void session_close(struct session *s);
