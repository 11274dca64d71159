/* Linked with a program whose memory never written is an input. Its objects call wf_local for each
   local variable when its function begins, and the functions here for those that allocate; the file
   that WF_MEMORY names says what is in them: u32 count, then for each stretch u32 kind (0 local
   variable, 1 allocated), u32 number of the object, counted from 1 for each kind in the order in
   which the program makes them, u64 offset, u64 size, bytes. */
#include <malloc.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct wf_stretch {
  uint32_t kind, number;
  uint64_t offset, size;
  unsigned char *bytes;
};

static struct wf_stretch *wf_stretches;
static uint32_t wf_stretch_count;
static uint32_t wf_objects[2];

/* Before the program's own constructors, and before the environment becomes the test's. */
__attribute__((constructor(51))) static void wf_load_memory(void) {
  const char *path = getenv("WF_MEMORY");
  FILE *file = path ? fopen(path, "rb") : NULL;
  uint32_t i;
  if (!file)
    return;
  if (fread(&wf_stretch_count, 4, 1, file) != 1)
    _Exit(125);
  wf_stretches = calloc(wf_stretch_count + 1, sizeof *wf_stretches);
  for (i = 0; i < wf_stretch_count; i++) {
    struct wf_stretch *stretch = &wf_stretches[i];
    if (fread(stretch, 24, 1, file) != 1)
      _Exit(125);
    stretch->bytes = calloc(1, stretch->size + 1);
    if (fread(stretch->bytes, 1, stretch->size, file) != stretch->size)
      _Exit(125);
  }
  fclose(file);
}

/* Puts into a new object what the test says is in it. The stretches of an object do not overlap. */
static void wf_fill(uint32_t kind, volatile unsigned char *object, uint64_t size) {
  uint32_t number = ++wf_objects[kind], i;
  for (i = 0; i < wf_stretch_count; i++) {
    const struct wf_stretch *stretch = &wf_stretches[i];
    uint64_t at;
    if (stretch->kind != kind || stretch->number != number)
      continue;
    for (at = 0; at < stretch->size; at++)
      if (stretch->offset + at < size)
        object[stretch->offset + at] = stretch->bytes[at];
  }
}

void wf_local(void *variable, uint64_t size) { wf_fill(0, variable, size); }

static void *wf_allocated(void *object, size_t size) {
  if (object)
    wf_fill(1, object, size);
  return object;
}

void *wf_free_malloc(size_t size) { return wf_allocated(malloc(size), size); }

/* What is kept of the old object is nothing that a test says of the new one. */
void *wf_free_realloc(void *old, size_t size) { return wf_allocated(realloc(old, size), size); }

void *wf_free_reallocarray(void *old, size_t count, size_t size) {
  return wf_allocated(reallocarray(old, count, size), count * size);
}

void *wf_free_aligned_alloc(size_t alignment, size_t size) {
  return wf_allocated(aligned_alloc(alignment, size), size);
}

void *wf_free_memalign(size_t alignment, size_t size) {
  return wf_allocated(memalign(alignment, size), size);
}

void *wf_free_valloc(size_t size) { return wf_allocated(valloc(size), size); }

int wf_free_posix_memalign(void **place, size_t alignment, size_t size) {
  int failed = posix_memalign(place, alignment, size);
  if (!failed)
    wf_allocated(*place, size);
  return failed;
}
