// Members of a union whose structures agree where they are accessed: which of them the code means is not known, so that what
// goes wrong with another is for unusual inputs. Where they differ the access tells. Streams, ends of arrays and the like
// that only have such names are what their types say.
// options: --function count
// findings: none
// tests: confirmed
#include <stddef.h>

struct object { void *parent; size_t *cells; char **names; size_t size[4]; size_t count; };
struct array { void *parent; void **items; size_t count; };
struct value { int type; union { char *text; struct object *object; struct array *array; } as; };

size_t count(const struct value *value, const size_t *start, const size_t *end) {
  if (!value || !start || !end) return 0;
  if (*start > *end) return 1;
  if (value->type == 4) return value->as.object ? value->as.object->count : 0;
  if (value->type == 5) return value->as.array && value->as.array->items ? 2 : 3;
  return 4;
}
