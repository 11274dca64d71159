/* termios.h: no descriptor is a terminal; settings are data. */
#include "library.h"

#include "files.h"
#include <stdio.h>
#include <termios.h>
#include <unistd.h>

static int no_terminal(int descriptor) {
    if (wfl_file_of(descriptor))
        errno = ENOTTY;
    return -1;
}

int tcgetattr(int descriptor, struct termios *to) {
    (void)to;
    return no_terminal(descriptor);
}

int tcsetattr(int descriptor, int when, const struct termios *from) {
    (void)from;
    if (when < TCSANOW || when > TCSAFLUSH) {
        errno = EINVAL;
        return -1;
    }
    return no_terminal(descriptor);
}

int tcdrain(int descriptor) { return no_terminal(descriptor); }
int tcflow(int descriptor, int action) {
    if (action < TCOOFF || action > TCION) {
        if (wfl_file_of(descriptor))
            errno = EINVAL;
        return -1;
    }
    return no_terminal(descriptor);
}
int tcflush(int descriptor, int queue) {
    (void)queue;
    return no_terminal(descriptor);
}
int tcsendbreak(int descriptor, int duration) {
    (void)duration;
    return no_terminal(descriptor);
}
pid_t tcgetsid(int descriptor) { return no_terminal(descriptor); }
pid_t tcgetpgrp(int descriptor) { return no_terminal(descriptor); }
int tcsetpgrp(int descriptor, pid_t group) {
    (void)group;
    return no_terminal(descriptor);
}

/* A speed of 0 leaves that of the other direction. */
static const unsigned ZERO_IS_OTHER = 020000000000;

static bool is_speed(speed_t speed) { return (speed & ~(speed_t)CBAUD) == 0 || (speed >= B57600 && speed <= B4000000); }

static int fail(void) {
    errno = EINVAL;
    return -1;
}

speed_t cfgetospeed(const struct termios *from) { return from->c_cflag & (CBAUD | CBAUDEX); }
speed_t cfgetispeed(const struct termios *from) {
    return from->c_iflag & ZERO_IS_OTHER ? 0 : from->c_cflag & (CBAUD | CBAUDEX);
}

int cfsetospeed(struct termios *to, speed_t speed) {
    if (!is_speed(speed))
        return fail();
    to->c_cflag = (to->c_cflag & ~(tcflag_t)(CBAUD | CBAUDEX)) | speed;
    to->c_ospeed = speed;
    return 0;
}

int cfsetispeed(struct termios *to, speed_t speed) {
    if (!is_speed(speed))
        return fail();
    to->c_ispeed = speed;
    if (speed == 0) {
        to->c_iflag |= ZERO_IS_OTHER;
        return 0;
    }
    to->c_iflag &= ~ZERO_IS_OTHER;
    to->c_cflag = (to->c_cflag & ~(tcflag_t)(CBAUD | CBAUDEX)) | speed;
    return 0;
}

void cfmakeraw(struct termios *to) {
    to->c_iflag &= ~(tcflag_t)(IGNBRK | BRKINT | PARMRK | ISTRIP | INLCR | IGNCR | ICRNL | IXON);
    to->c_oflag &= ~(tcflag_t)OPOST;
    to->c_lflag &= ~(tcflag_t)(ECHO | ECHONL | ICANON | ISIG | IEXTEN);
    to->c_cflag = (to->c_cflag & ~(tcflag_t)(CSIZE | PARENB)) | CS8;
    to->c_cc[VMIN] = 1;
    to->c_cc[VTIME] = 0;
}

char *ttyname(int descriptor) {
    no_terminal(descriptor);
    return NULL;
}

int ttyname_r(int descriptor, char *to, size_t size) {
    (void)to, (void)size;
    no_terminal(descriptor);
    return errno;
}

char *ctermid(char *to) {
    static char own[L_ctermid];
    static const char name[] = "/dev/tty";
    to = to ? to : own;
    wf__memcpy(to, name, sizeof name);
    return to;
}
