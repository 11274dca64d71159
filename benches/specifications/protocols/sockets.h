// One end of a connection.
struct endpoint {
    int is_open;
    int port;
    int is_connected;
    int is_stopped;
    int peer;
    int sent;
    int received;
    int priority;
    int options;
};

void endpoint_open(struct endpoint *e);
void endpoint_bind(struct endpoint *e, int port);
void endpoint_connect(struct endpoint *e, int peer);
void endpoint_stop(struct endpoint *e);
void endpoint_send(struct endpoint *e, int size);
void endpoint_close(struct endpoint *e);
