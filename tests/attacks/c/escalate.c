// attack: gain rights: namespaces, mounts, programs that are root's
// expect: refused
#include "attack.h"
#include <sched.h>
#include <sys/mount.h>
#include <sys/sysmacros.h>
#include <sys/syscall.h>
#include <sys/wait.h>

int main(int count, char **arguments) {
  (void)count;
  begin(arguments);
  got("make a user namespace", unshare(CLONE_NEWUSER));
  got("mount", mount("none", "/tmp", "tmpfs", 0, NULL));
  got("mount the root for writing", mount(NULL, "/usr", NULL, MS_REMOUNT | MS_BIND, NULL));
  got("unmount", umount2("/usr", MNT_DETACH));
  got("become root", setuid(0));
  got("make a device", mknod("disk", S_IFBLK | 0600, makedev(254, 0)));
  got("load a kernel module", syscall(SYS_init_module, NULL, 0, ""));
  got("open an io_uring", syscall(SYS_io_uring_setup, 4, NULL));
  got("set the clock", syscall(SYS_settimeofday, NULL, NULL));
}
