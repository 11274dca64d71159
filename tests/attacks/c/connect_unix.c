// attack: connect to sockets of the Unix domain
// expect: refused
#include "attack.h"
#include <stddef.h>
#include <sys/socket.h>
#include <sys/un.h>

static void connect_to(const char *what, const char *path, size_t skipped) {
  int stream = socket(AF_UNIX, SOCK_STREAM, 0);
  struct sockaddr_un name = {.sun_family = AF_UNIX};
  snprintf(name.sun_path + skipped, sizeof name.sun_path - skipped, "%s", path);
  socklen_t length = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + skipped + strlen(path));
  got(what, stream < 0 ? -1 : connect(stream, (struct sockaddr *)&name, length));
}

int main(int count, char **arguments) {
  (void)count;
  begin(arguments);
  connect_to("connect to a socket in a directory", in_directory("socket"), 0);
  connect_to("connect to a socket without a file", abstract_socket, 1);
}
