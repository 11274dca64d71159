/* The arguments of a function under test, rebuilt from a test: every object is allocated for
   itself, so that tools know its exact bounds, and pointers between objects are put in. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct wf_pointer {
  unsigned long offset; /* where it is */
  unsigned long object; /* the object it points to */
  unsigned long target; /* at which offset */
};
struct wf_region {
  unsigned long size;
  const unsigned char *bytes;
  unsigned long pointer_count;
  const struct wf_pointer *pointers;
  void (*function)(void); /* for what is no object but a function */
  unsigned char *variable; /* for a variable of the program */
};

/* Static: what the function does not free stays reachable. */
static unsigned char **wf_objects, **wf_values;

#if defined(__GNUC__) && !defined(__cplusplus)
/* There only where the program is built with AddressSanitizer. */
extern __attribute__((weak)) void __asan_poison_memory_region(const volatile void *start,
                                                              size_t size);
#endif

static void *wf_room(unsigned long size) {
  void *room = malloc(size ? size : 1);
  if (!room) {
    fprintf(stderr, "no memory for the arguments\n");
    exit(125);
  }
  return room;
}

static void wf_fill(unsigned char *to, const struct wf_region *region) {
  unsigned long i;
  memcpy(to, region->bytes, region->size);
  for (i = 0; i < region->pointer_count; i++) {
    const struct wf_pointer *pointer = &region->pointers[i];
    unsigned char *address = wf_objects[pointer->object] + pointer->target;
    memcpy(to + pointer->offset, &address, sizeof address);
  }
}

/* The arguments' values, one after the other, each with room for the widest type. */
static unsigned char **wf_arguments(const struct wf_region *objects, unsigned long object_count,
                                    const struct wf_region *parameters,
                                    unsigned long parameter_count) {
  unsigned long i;
  wf_objects = (unsigned char **)wf_room(object_count * sizeof *wf_objects);
  for (i = 0; i < object_count; i++) {
    if (objects[i].function)
      memcpy(&wf_objects[i], &objects[i].function, sizeof wf_objects[i]);
    else if (objects[i].variable)
      wf_objects[i] = objects[i].variable;
    else
      wf_objects[i] = (unsigned char *)wf_room(objects[i].size);
  }
#if defined(__GNUC__) && !defined(__cplusplus)
  /* What has no bytes got one that may not be used. */
  for (i = 0; i < object_count && __asan_poison_memory_region; i++)
    if (!objects[i].size && !objects[i].function && !objects[i].variable)
      __asan_poison_memory_region(wf_objects[i], 1);
#endif
  for (i = 0; i < object_count; i++)
    wf_fill(wf_objects[i], &objects[i]);
  wf_values = (unsigned char **)wf_room(parameter_count * sizeof *wf_values);
  for (i = 0; i < parameter_count; i++) {
    unsigned long room = (parameters[i].size + 31) / 16 * 16;
    wf_values[i] = (unsigned char *)wf_room(room);
    memset(wf_values[i], 0, room);
    wf_fill(wf_values[i], &parameters[i]);
  }
  return wf_values;
}
