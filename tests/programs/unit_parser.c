// The number behind a text is its length, not one of the structures before it.
// options: --function parse --max-paths 200
// findings: none
// tests: confirmed
#include <stddef.h>

struct parser {
    int commas;
};

int parse(struct parser *parser, const char *text, size_t length) {
    if (parser == NULL || text == NULL)
        return -1;
    int commas = 0;
    for (size_t at = 0; at < length && text[at] != 0; at++)
        commas += text[at] == ',';
    parser->commas = commas;
    return commas;
}
