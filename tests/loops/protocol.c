// A server answers only who has logged in.
int wf_int(const char *name);
enum { CLOSED, HELLO, LOGGED_IN, BUSY };
int f(void) {
    int state = CLOSED, logins = 0, answered = 0;
    for (;;) {
        int message = wf_int("message");
        switch (state) {
        case CLOSED:
            if (message == 1)
                state = HELLO;
            break;
        case HELLO:
            if (message == 2) {
                state = LOGGED_IN;
                logins = 1;
            } else if (message == 9) {
                state = CLOSED;
            }
            break;
        case LOGGED_IN:
            if (message == 3)
                state = BUSY;
            if (message == 9) {
                state = CLOSED;
                logins = 0;
            }
            break;
        case BUSY:
            if (!logins)
                return 1; // never
            answered = 1;
            state = LOGGED_IN;
            break;
        default:
            return 2; // never
        }
        if (answered && message == 77)
            return 3; // sometimes
    }
}
