/* What a test uses, all its processes together: no resource limit counts that. */
#include "sandbox.h"
#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <unistd.h>

struct process {
  pid_t process, parent;
  int counts;
};

struct about {
  pid_t parent;
  /* Its threads. */
  unsigned tasks;
};

static struct about about(pid_t process) {
  struct about about = {0, 0};
  char path[64], text[512];
  snprintf(path, sizeof path, "/proc/%d/stat", process);
  FILE *file = fopen(path, "r");
  if (!file)
    return about;
  size_t got = fread(text, 1, sizeof text - 1, file);
  fclose(file);
  text[got] = 0;
  /* The name before it may have any characters in it. */
  const char *behind = strrchr(text, ')');
  if (behind)
    sscanf(behind + 1,
           " %*c %d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d %*d %*d %u",
           &about.parent, &about.tasks);
  return about;
}

/* Memory that only this process has; what it shares with files is not its own. */
static uint64_t memory_of(pid_t process) {
  char path[64];
  unsigned long long resident = 0, shared = 0;
  snprintf(path, sizeof path, "/proc/%d/statm", process);
  FILE *file = fopen(path, "r");
  if (!file)
    return 0;
  if (fscanf(file, "%*u %llu %llu", &resident, &shared) != 2)
    resident = shared = 0;
  fclose(file);
  return resident > shared ? (resident - shared) * (uint64_t)sysconf(_SC_PAGESIZE) : 0;
}

/* Appends a process; -1 if there is no room. */
static int push(struct process **list, size_t *count, pid_t process, pid_t parent) {
  if ((*count & (*count - 1)) == 0) {
    struct process *longer = realloc(*list, (*count ? 2 * *count : 1) * sizeof *longer);
    if (!longer)
      return -1;
    *list = longer;
  }
  (*list)[(*count)++] = (struct process){process, parent, 0};
  return 0;
}

static size_t list_processes(struct process **list, int with_parents) {
  DIR *directory = opendir("/proc");
  struct dirent *entry;
  size_t count = 0;
  while (directory && (entry = readdir(directory))) {
    pid_t process = isdigit((unsigned char)entry->d_name[0]) ? atoi(entry->d_name) : 0;
    if (process > 0 && push(list, &count, process, with_parents ? about(process).parent : 0) != 0)
      break;
  }
  if (directory)
    closedir(directory);
  return count;
}

/* Marks what descends from `root`. */
static void mark(struct process *list, size_t count, pid_t root) {
  for (int more = 1; more;) {
    more = 0;
    for (size_t i = 0; i < count; i++) {
      int below = list[i].parent == root;
      for (size_t j = 0; !below && j < count; j++)
        below = list[j].counts && list[j].process == list[i].parent;
      if (below && !list[i].counts)
        list[i].counts = more = 1;
    }
  }
}

size_t wf_descendants(int all, pid_t **processes) {
  struct process *list = NULL;
  size_t count = list_processes(&list, !all), found = 0;
  *processes = calloc(count + 1, sizeof **processes);
  if (!all)
    mark(list, count, getpid());
  for (size_t i = 0; *processes && i < count; i++)
    if (all ? list[i].process != getpid() : list[i].counts)
      (*processes)[found++] = list[i].process;
  free(list);
  return found;
}

uint64_t wf_count_tasks(int all) {
  pid_t *list;
  uint64_t tasks = 0;
  size_t count = wf_descendants(all, &list);
  for (size_t i = 0; i < count; i++)
    tasks += about(list[i]).tasks;
  free(list);
  return tasks;
}

struct wf_use wf_measure(int all, const char *const *mounts) {
  struct wf_use use = {0, 0};
  pid_t *list;
  use.processes = wf_descendants(all, &list);
  for (size_t i = 0; i < use.processes; i++)
    use.memory += memory_of(list[i]);
  free(list);
  for (; mounts && *mounts; mounts++) {
    struct statvfs about;
    if (statvfs(*mounts, &about) == 0)
      use.memory += (uint64_t)(about.f_blocks - about.f_bfree) * about.f_frsize;
  }
  return use;
}
