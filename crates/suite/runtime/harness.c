/* Calls the function under test with the arguments in the file that WF_ENTRY names: u64 number of
   objects, u64 number of parameters, then for each of them u64 size, u64 number of pointers, u64 0 or
   the number of a function, u64 0 or that of a variable, the bytes, and for each pointer u64 offset, object and target. */
static void wf_read(void *to, unsigned long size, FILE *file) {
  if (size && fread(to, 1, size, file) != size) {
    fprintf(stderr, "the arguments cannot be read\n");
    exit(125);
  }
}

static struct wf_region *wf_read_regions(unsigned long count, FILE *file) {
  struct wf_region *regions = (struct wf_region *)wf_room(count * sizeof *regions);
  unsigned long i;
  for (i = 0; i < count; i++) {
    struct wf_region *region = &regions[i];
    unsigned char *bytes;
    struct wf_pointer *pointers;
    unsigned long function, variable;
    wf_read(&region->size, 8, file);
    wf_read(&region->pointer_count, 8, file);
    wf_read(&function, 8, file);
    wf_read(&variable, 8, file);
    region->function = wf_given_functions[function];
    region->variable = wf_free_variables[variable];
    bytes = (unsigned char *)wf_room(region->size);
    wf_read(bytes, region->size, file);
    pointers = (struct wf_pointer *)wf_room(region->pointer_count * sizeof *pointers);
    wf_read(pointers, region->pointer_count * sizeof *pointers, file);
    region->bytes = bytes;
    region->pointers = pointers;
  }
  return regions;
}

static void wf_free_regions(struct wf_region *regions, unsigned long count) {
  unsigned long i;
  for (i = 0; i < count; i++) {
    free((void *)regions[i].bytes);
    free((void *)regions[i].pointers);
  }
  free(regions);
}

extern const char *wf_setting(const char *name);

int main(void) {
  const char *path = wf_setting("WF_ENTRY");
  FILE *file = path ? fopen(path, "rb") : NULL;
  unsigned long counts[2];
  struct wf_region *objects, *parameters;
  unsigned char **values;
  if (!file) {
    fprintf(stderr, "WF_ENTRY names no file\n");
    return 125;
  }
  wf_read(counts, sizeof counts, file);
  objects = wf_read_regions(counts[0], file);
  parameters = wf_read_regions(counts[1], file);
  fclose(file);
  values = wf_arguments(objects, counts[0], parameters, counts[1]);
  wf_free_regions(objects, counts[0]);
  wf_free_regions(parameters, counts[1]);
  wf_call(values);
  return 0;
}
