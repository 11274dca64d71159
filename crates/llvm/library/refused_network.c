/* Sockets and the databases of hosts, and what waits for descriptors of such kinds. */
#include "refused.h"

#include <ifaddrs.h>
#include <net/if.h>
#include <netdb.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/timerfd.h>

REFUSED(int, socket, (int a, int b, int c))
REFUSED(int, socketpair, (int a, int b, int c, int *d))
REFUSED(int, accept, (int a, __SOCKADDR_ARG b, socklen_t *c))
REFUSED(int, accept4, (int a, __SOCKADDR_ARG b, socklen_t *c, int d))
REFUSED(int, bind, (int a, __CONST_SOCKADDR_ARG b, socklen_t c))
REFUSED(int, connect, (int a, __CONST_SOCKADDR_ARG b, socklen_t c))
REFUSED(int, listen, (int a, int b))
REFUSED(int, shutdown, (int a, int b))
REFUSED(int, getpeername, (int a, __SOCKADDR_ARG b, socklen_t *c))
REFUSED(int, getsockname, (int a, __SOCKADDR_ARG b, socklen_t *c))
REFUSED(int, getsockopt, (int a, int b, int c, void *d, socklen_t *e))
REFUSED(int, setsockopt, (int a, int b, int c, const void *d, socklen_t e))
REFUSED(ssize_t, recv, (int a, void *b, size_t c, int d))
REFUSED(ssize_t, recvfrom, (int a, void *b, size_t c, int d, __SOCKADDR_ARG e, socklen_t *f))
REFUSED(ssize_t, recvmsg, (int a, struct msghdr *b, int c))
REFUSED(int, recvmmsg, (int a, struct mmsghdr *b, unsigned int c, int d, struct timespec *e))
REFUSED(ssize_t, send, (int a, const void *b, size_t c, int d))
REFUSED(ssize_t, sendto, (int a, const void *b, size_t c, int d, __CONST_SOCKADDR_ARG e, socklen_t f))
REFUSED(ssize_t, sendmsg, (int a, const struct msghdr *b, int c))
REFUSED(int, sendmmsg, (int a, struct mmsghdr *b, unsigned int c, int d))
REFUSED(int, sockatmark, (int a))

REFUSED(int, getaddrinfo, (const char *a, const char *b, const struct addrinfo *c, struct addrinfo **d))
REFUSED(void, freeaddrinfo, (struct addrinfo *a))
REFUSED(const char *, gai_strerror, (int a))
REFUSED(int, getnameinfo, (const struct sockaddr *a, socklen_t b, char *c, socklen_t d, char *e, socklen_t f, int g))
REFUSED(struct hostent *, gethostbyname, (const char *a))
REFUSED(struct hostent *, gethostbyname2, (const char *a, int b))
REFUSED(struct hostent *, gethostbyaddr, (const void *a, socklen_t b, int c))
REFUSED(int, gethostbyname_r, (const char *a, struct hostent *b, char *c, size_t d, struct hostent **e, int *f))
REFUSED(int, gethostbyaddr_r, (const void *a, socklen_t b, int c, struct hostent *d, char *e, size_t f,
        struct hostent **g, int *h))
REFUSED(struct hostent *, gethostent, (void))
REFUSED(void, sethostent, (int a))
REFUSED(void, endhostent, (void))
REFUSED(struct netent *, getnetbyaddr, (uint32_t a, int b))
REFUSED(struct netent *, getnetbyname, (const char *a))
REFUSED(struct netent *, getnetent, (void))
REFUSED(void, setnetent, (int a))
REFUSED(void, endnetent, (void))
REFUSED(struct protoent *, getprotobyname, (const char *a))
REFUSED(struct protoent *, getprotobynumber, (int a))
REFUSED(struct protoent *, getprotoent, (void))
REFUSED(void, setprotoent, (int a))
REFUSED(void, endprotoent, (void))
REFUSED(struct servent *, getservbyname, (const char *a, const char *b))
REFUSED(struct servent *, getservbyport, (int a, const char *b))
REFUSED(struct servent *, getservent, (void))
REFUSED(void, setservent, (int a))
REFUSED(void, endservent, (void))
REFUSED(const char *, hstrerror, (int a))
REFUSED(void, herror, (const char *a))

REFUSED(unsigned int, if_nametoindex, (const char *a))
REFUSED(char *, if_indextoname, (unsigned int a, char *b))
REFUSED(struct if_nameindex *, if_nameindex, (void))
REFUSED(void, if_freenameindex, (struct if_nameindex *a))
REFUSED(int, getifaddrs, (struct ifaddrs **a))
REFUSED(void, freeifaddrs, (struct ifaddrs *a))

REFUSED(int, epoll_create, (int a))
REFUSED(int, epoll_create1, (int a))
REFUSED(int, epoll_ctl, (int a, int b, int c, struct epoll_event *d))
REFUSED(int, epoll_wait, (int a, struct epoll_event *b, int c, int d))
REFUSED(int, epoll_pwait, (int a, struct epoll_event *b, int c, int d, const __sigset_t *e))
REFUSED(int, eventfd, (unsigned int a, int b))
REFUSED(int, inotify_init, (void))
REFUSED(int, inotify_init1, (int a))
REFUSED(int, inotify_add_watch, (int a, const char *b, uint32_t c))
REFUSED(int, inotify_rm_watch, (int a, int b))
REFUSED(int, signalfd, (int a, const sigset_t *b, int c))
REFUSED(int, timerfd_create, (clockid_t a, int b))
REFUSED(int, timerfd_settime, (int a, int b, const struct itimerspec *c, struct itimerspec *d))
REFUSED(int, timerfd_gettime, (int a, struct itimerspec *b))
