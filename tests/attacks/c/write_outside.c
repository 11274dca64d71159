// attack: write outside of its directory
// expect: refused
#include "attack.h"

static void write_to(const char *what, const char *path) {
  int file = open(path, O_WRONLY | O_TRUNC | O_CREAT, 0600);
  got(what, file < 0 ? -1 : write(file, "x", 1));
}

int main(int count, char **arguments) {
  (void)count;
  begin(arguments);
  int file = open(in_directory("victim"), O_WRONLY | O_TRUNC);
  got("truncate a file of the user", file);
  got("make a file in a directory of the user", open(in_directory("new"), O_WRONLY | O_CREAT, 0600));
  write_to("/etc", "/etc/wayfarer-attack");
  write_to("/usr", "/usr/wayfarer-attack");
  write_to("/dev", "/dev/wayfarer-attack");
  write_to("a setting of the kernel", "/proc/sys/kernel/hostname");
  write_to("/proc/sysrq-trigger", "/proc/sysrq-trigger");
  got("a disk", open("/dev/vda", O_WRONLY));
}
