// What would reach another process, thread or host ends its path by name and place, whatever is said of functions
// without models.
// options: --stub-undefined
// paths: 1
// exhaustive: false
// findings: none
// unsupported: fork 22, execlp 24, socket 26, pthread_cond_timedwait 28, dlopen 30, wait 32
#include <dlfcn.h>
#include <pthread.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <wayfarer.h>

static pid_t (*const waits)(int *) = wait;

int main(void) {
    static pthread_cond_t condition;
    static pthread_mutex_t mutex;
    switch (wf_int("what")) {
    case 1:
        return fork();
    case 2:
        return execlp("true", "true", (char *)0);
    case 3:
        return socket(AF_INET, SOCK_STREAM, 0);
    case 4:
        return pthread_cond_timedwait(&condition, &mutex, &(struct timespec){0});
    case 5:
        return dlopen("m.so", RTLD_NOW) != 0;
    case 6:
        return waits(0);
    default:
        return 0;
    }
}
