/* The task as the replayer writes it: records of a tag (one byte), a length (eight, little endian)
   and that many bytes. */
#include "sandbox.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *read_file(const char *path, size_t *size) {
  FILE *file = fopen(path, "rb");
  char *bytes = NULL;
  *size = 0;
  if (!file)
    return NULL;
  for (;;) {
    bytes = realloc(bytes, *size + 65536);
    if (!bytes)
      break;
    size_t got = fread(bytes + *size, 1, 65536, file);
    *size += got;
    if (got == 0)
      break;
  }
  fclose(file);
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
  case 's': return &task->status;
  default: return NULL;
  }
}

struct wf_task *wf_read_task(const char *path) {
  size_t size, at = 0, arguments = 0, variables = 0;
  char *bytes = read_file(path, &size);
  struct wf_task *task = calloc(1, sizeof *task);
  if (!bytes || !task)
    return NULL;
  while (at + 9 <= size) {
    char tag = bytes[at];
    uint64_t length;
    memcpy(&length, bytes + at + 1, 8);
    at += 9;
    if (length > size - at)
      return NULL;
    if (number(task, tag) && length == 8) {
      memcpy(number(task, tag), bytes + at, 8);
    } else {
      char *copy = calloc(1, length + 1);
      if (!copy)
        return NULL;
      memcpy(copy, bytes + at, length);
      if (text(task, tag))
        *text(task, tag) = copy;
      else if (tag == 'a' && push(&task->arguments, &arguments, copy) != 0)
        return NULL;
      else if (tag == 'e' && push(&task->environment, &variables, copy) != 0)
        return NULL;
    }
    at += length;
  }
  if (variables == 0)
    task->environment = calloc(1, sizeof *task->environment);
  return task->program && task->arguments && task->environment && task->status && task->directory
             ? task
             : NULL;
}
