/* Reads JSON with jansson, and writes it back. */
#include "jansson.h"
#include <stdlib.h>

int main(void) {
    json_error_t error;
    json_t *value = json_load_file("input", JSON_DECODE_ANY, &error);
    if (!value)
        return 1;
    char *text = json_dumps(value, JSON_ENCODE_ANY | JSON_SORT_KEYS);
    free(text);
    int written = json_dump_file(value, "copy", JSON_ENCODE_ANY | JSON_INDENT(1));
    json_decref(value);
    return written ? 2 : 0;
}
