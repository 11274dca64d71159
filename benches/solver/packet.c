// An IPv4 header of free bytes: version, lengths, options, the header's checksum.
//
// options: --strategy dfs --max-paths 1500 --solver-time 5
#include <stdint.h>
#include <wayfarer.h>

static int options(const unsigned char *at, const unsigned char *end) {
    int count = 0;
    while (at < end) {
        if (*at == 0)
            return count;
        if (*at == 1) {
            at++;
            continue;
        }
        if (end - at < 2 || at[1] < 2 || at[1] > end - at)
            return -1;
        count += at[0] == 7;
        at += at[1];
    }
    return count;
}

int main(void) {
    unsigned char packet[28];
    wf_symbolic(packet, sizeof packet, "packet");
    if (packet[0] >> 4 != 4)
        return 1;
    unsigned length = (packet[0] & 15) * 4;
    unsigned total = packet[2] << 8 | packet[3];
    if (length < 20 || length > 28 || total < length)
        return 2;
    if (options(packet + 20, packet + length) < 0)
        return 3;
    uint32_t sum = 0;
    for (unsigned i = 0; i < length; i += 2)
        sum += packet[i] << 8 | packet[i + 1];
    while (sum >> 16)
        sum = (sum & 0xffff) + (sum >> 16);
    if (sum != 0xffff)
        return 4;
    return packet[9] == 17 ? 5 : packet[8] == 0 ? 6 : 0;
}
