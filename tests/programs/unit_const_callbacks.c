// Pointers to functions that differ only in what these may write are not given the same function: the tests compile.
// options: --function copy --input stream:nonnull
// verdicts: confirmed
// tests: confirmed
struct stream {
  int (*read)(struct stream *stream, void *data, unsigned size);
  int (*write)(struct stream *stream, const void *data, unsigned size);
};

static int to_memory(struct stream *stream, const void *data, unsigned size) { return stream && data ? (int)size : -1; }

struct stream memory = {0, to_memory};

int copy(struct stream *stream) {
  char word[4];
  if (!stream->read || !stream->write)
    return -1;
  if (stream->read(stream, word, sizeof word) < 0)
    return -2;
  return stream->write(stream, word, sizeof word) < 0 ? -3 : 0;
}
