// Connections to a server that requests share.
struct connection {
    int number;
    int is_open;
    int is_lent;
    int used;
    int failures;
    int idle;
};

void connection_open(struct connection *c);
void connection_lend(struct connection *c);
void connection_return(struct connection *c);
void connection_close(struct connection *c);
