#include "scan.h"

/* A buffer of its caller, and as many bytes of it as the scanner may look at. */
int scan(const struct scanner *scanner, const unsigned char *data, int limit) {
  int found = 0;
  for (int at = scanner->from; at < limit; at++)
    found += data[at] == scanner->wanted;
  return found;
}
