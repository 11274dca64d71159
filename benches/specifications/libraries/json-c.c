/* Reads JSON with json-c from a file, asks for what is in it, and writes it back. */
#include "json.h"

int main(void) {
    json_object *value = json_object_from_file("input");
    if (!value)
        return json_util_get_last_err() == 0;
    int64_t number = json_object_get_int64(value);
    double real = json_object_get_double(value);
    int written = json_object_to_file_ext("copy", value, JSON_C_TO_STRING_PRETTY);
    json_object_put(value);
    return written ? 2 : number == 3 || real > 5;
}
