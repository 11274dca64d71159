// attack: delete, rename and change foreign files
// expect: refused
#include "attack.h"

int main(int count, char **arguments) {
  (void)count;
  begin(arguments);
  got("delete a file of the user", unlink(in_directory("victim")));
  got("delete a program of the system", unlink("/usr/bin/true"));
  got("rename a directory of the system", rename("/usr/lib", "/usr/lib-gone"));
  got("change rights", chmod("/usr/bin/true", 0));
  got("remove what is mounted", rmdir("/usr"));
}
