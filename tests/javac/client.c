// `bin/javac` of a JDK whose compiler runs already: has it compile what is asked for here. `with` says where it is.
#include <arpa/inet.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static void fail(const char *what) {
    perror(what);
    exit(5);
}

static void transfer(FILE *from, FILE *to, uint32_t length) {
    char part[4096];
    while (length > 0) {
        size_t most = length < sizeof part ? length : sizeof part;
        size_t got = fread(part, 1, most, from);
        if (got == 0)
            fail("the compile server says no more");
        if (fwrite(part, 1, got, to) != got)
            fail("javac");
        length -= got;
    }
}

static void send_number(FILE *to, uint32_t number) {
    number = htonl(number);
    fwrite(&number, sizeof number, 1, to);
}

static void send_text(FILE *to, const char *text) {
    send_number(to, strlen(text));
    fputs(text, to);
}

static uint32_t receive_number(FILE *from) {
    uint32_t number;
    if (fread(&number, sizeof number, 1, from) != 1)
        fail("the compile server says nothing");
    return ntohl(number);
}

/* The names of sockets are short, and those of directories are not: it is called `socket` in the JDK's. */
static int connected(void) {
    char home[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", home, sizeof home - 1);
    if (length < 0)
        fail("/proc/self/exe");
    home[length] = 0;
    for (int up = 0; up < 2; up++)
        *strrchr(home, '/') = 0;
    if (chdir(home) < 0)
        fail(home);
    struct sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = "socket"};
    int file = socket(AF_UNIX, SOCK_STREAM, 0);
    if (file < 0 || connect(file, (struct sockaddr *)&address, sizeof address) < 0)
        fail("the compile server");
    return file;
}

int main(int count, char **arguments) {
    char directory[PATH_MAX];
    if (!getcwd(directory, sizeof directory))
        fail("the current directory");
    int file = connected();
    FILE *to = fdopen(dup(file), "w"), *from = fdopen(file, "r");
    if (!to || !from)
        fail("javac");
    int sent = 2;
    for (int i = 1; i < count; i++)
        sent += strncmp(arguments[i], "-J", 2) != 0;
    send_number(to, sent);
    send_text(to, directory);
    const char *class_path = getenv("CLASSPATH");
    send_text(to, class_path ? class_path : "");
    for (int i = 1; i < count; i++)
        if (strncmp(arguments[i], "-J", 2) != 0)
            send_text(to, arguments[i]);
    if (fflush(to) != 0)
        fail("the compile server hears nothing");
    uint32_t status = receive_number(from);
    transfer(from, stdout, receive_number(from));
    transfer(from, stderr, receive_number(from));
    return (int)status;
}
