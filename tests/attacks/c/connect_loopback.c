// attack: connect to a port of this machine, and to another machine
// expect: refused
#include "attack.h"
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

static void connect_to(const char *what, const char *address, int to) {
  int stream = socket(AF_INET, SOCK_STREAM, 0);
  struct sockaddr_in name = {.sin_family = AF_INET, .sin_port = htons((uint16_t)to)};
  inet_pton(AF_INET, address, &name.sin_addr);
  got(what, stream < 0 ? -1 : connect(stream, (struct sockaddr *)&name, sizeof name));
}

int main(int count, char **arguments) {
  (void)count;
  begin(arguments);
  connect_to("connect to 127.0.0.1", "127.0.0.1", port);
  connect_to("connect to another machine", "192.0.2.1", 80);
}
