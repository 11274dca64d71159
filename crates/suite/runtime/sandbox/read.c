/* The task as the replayer sends it: the length of all, with the three streams; then records of a tag (one
   byte), a length (eight, little endian) and that many bytes. */
#include "sandbox.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

/* The records of a task; null if there are none any more. */
static char *receive(int socket, int *streams, size_t *size) {
  uint64_t length;
  if (wf_take_with(socket, streams, 3, &length, sizeof length) != 0)
    return NULL;
  char *bytes = malloc(length + 1);
  for (*size = 0; bytes && *size < length;) {
    ssize_t got = recv(socket, bytes + *size, length - *size, 0);
    if (got < 0 && errno == EINTR)
      continue;
    if (got <= 0)
      return NULL;
    *size += (size_t)got;
  }
  return bytes;
}

static int push(char ***list, size_t *count, char *text) {
  char **longer = realloc(*list, (*count + 2) * sizeof *longer);
  if (!longer)
    return -1;
  longer[(*count)++] = text;
  longer[*count] = NULL;
  *list = longer;
  return 0;
}

static uint64_t *number(struct wf_task *task, char tag) {
  switch (tag) {
  case 'T': return &task->milliseconds;
  case 'G': return &task->grace;
  case 'M': return &task->memory;
  case 'A': return &task->address_space;
  case 'F': return &task->file_bytes;
  case 'C': return &task->processor_seconds;
  case 'N': return &task->processes;
  case 'O': return &task->own_processes;
  case 'Q': return &task->asks;
  case 'S': return &task->no_sockets;
  case 'U': return &task->unfiltered;
  case 'P': return &task->process;
  default: return NULL;
  }
}

static const char **text(struct wf_task *task, char tag) {
  switch (tag) {
  case 'p': return &task->program;
  case 'd': return &task->directory;
  case 'f': return &task->files;
  default: return NULL;
  }
}

/* Takes a record; -1 if it cannot be. */
static int take(struct wf_task *task, char tag, const char *bytes, size_t length, size_t counts[2]) {
  if (number(task, tag) && length == 8) {
    memcpy(number(task, tag), bytes, 8);
    return 0;
  }
  char *copy = calloc(1, length + 1);
  if (!copy)
    return -1;
  memcpy(copy, bytes, length);
  if (text(task, tag)) {
    *text(task, tag) = copy;
    return 0;
  }
  switch (tag) {
  case 'a': return push(&task->arguments, &counts[0], copy);
  case 'e': return push(&task->environment, &counts[1], copy);
  default: free(copy); return 0;
  }
}

struct wf_task *wf_receive_task(int socket) {
  size_t size, at = 0, counts[2] = {0, 0};
  struct wf_task *task = calloc(1, sizeof *task);
  char *bytes = task ? receive(socket, task->streams, &size) : NULL;
  if (!bytes)
    return NULL;
  while (at + 9 <= size) {
    char tag = bytes[at];
    uint64_t length;
    memcpy(&length, bytes + at + 1, 8);
    at += 9;
    if (length > size - at || take(task, tag, bytes + at, length, counts) != 0)
      return NULL;
    at += length;
  }
  free(bytes);
  if (counts[1] == 0)
    task->environment = calloc(1, sizeof *task->environment);
  return task->program && task->arguments && task->environment && task->directory ? task : NULL;
}

static void forget_all(char **list) {
  for (char **at = list; *at; at++)
    free(*at);
  free(list);
}

void wf_forget_task(struct wf_task *task) {
  forget_all(task->arguments);
  forget_all(task->environment);
  free((void *)task->program);
  free((void *)task->directory);
  free((void *)task->files);
  free(task);
}
