// attack: fill the memory by children, each below the limit of a process
// expect: memory
#include "attack.h"
#include <sys/mman.h>

int main(int count, char **arguments) {
  (void)count;
  begin(arguments);
  size_t size = 100u << 20;
  for (int i = 0; i < 16; i++) {
    if (fork() != 0)
      continue;
    char *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory != MAP_FAILED)
      memset(memory, 1, size);
    sleep(5);
    _exit(0);
  }
  sleep(5);
  got("take 1600 MiB", 0);
}
