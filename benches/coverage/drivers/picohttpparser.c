/* Parses standard input as a request, as a response and as chunks. */
#include "input.h"
#include <picohttpparser.h>
#include <sys/types.h>

int main(void) {
    unsigned char from[MOST];
    size_t length = read_input(from, "", 0);
    const char *text = (const char *)from, *method, *path, *message;
    size_t method_length, path_length, message_length, count = 4;
    int version, status;
    struct phr_header headers[4];
    struct phr_chunked_decoder decoder;
    phr_parse_request(text, length, &method, &method_length, &path, &path_length, &version,
                      headers, &count, 0);
    count = 4;
    phr_parse_response(text, length, &version, &status, &message, &message_length, headers, &count,
                       0);
    memset(&decoder, 0, sizeof decoder);
    decoder.consume_trailer = 1;
    return phr_decode_chunked(&decoder, (char *)from, &length) < 0;
}
