// attack: trace foreign processes and read their memory
// expect: refused
#include "attack.h"
#include <sys/ptrace.h>
#include <sys/uio.h>

int main(int count, char **arguments) {
  (void)count;
  begin(arguments);
  char here[8];
  struct iovec local = {here, sizeof here}, remote = {(void *)0x400000, sizeof here};
  got("trace a process of the user", ptrace(PTRACE_ATTACH, process, NULL, NULL));
  got("trace its parent", ptrace(PTRACE_ATTACH, getppid(), NULL, NULL));
  got("read memory of a process", process_vm_readv(process, &local, 1, &remote, 1, 0));
  got("read memory of its parent", process_vm_readv(getppid(), &local, 1, &remote, 1, 0));
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/environ", process);
  got("read the environment of a process", open(path, O_RDONLY));
}
