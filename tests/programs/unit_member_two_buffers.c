// What two distances are compared for is no comparison of pointers: the input and the output are two arrays.
// options: --function copy
// findings: none
// tests: confirmed
// branches: all
#include <string.h>

struct codec {
  const unsigned char *in_pos, *in_end;
  unsigned char *out_pos, *out_end;
};

long copy(struct codec *codec) {
  if (!codec || !codec->in_pos || !codec->out_pos)
    return -1;
  if (codec->in_end - codec->in_pos > codec->out_end - codec->out_pos)
    return -2;
  size_t count = (size_t)(codec->in_end - codec->in_pos);
  memcpy(codec->out_pos, codec->in_pos, count);
  codec->out_pos += count;
  return codec->out_pos == codec->out_end;
}
