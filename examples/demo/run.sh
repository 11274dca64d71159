#!/bin/sh
# Explores a real program: hoedown, a Markdown processor of some 5,000 lines of C, with all its
# extensions, on eight free bytes of standard input. Where the registry is out of reach, a small
# program of our own.
# Usage: run.sh WAYFARER [SECONDS]
set -eu
wayfarer=$1
seconds=${2:-30}
here=$(dirname "$0")
sources=target/demo/sources
output=target/demo/out

if [ ! -d "$sources/hoedown" ]; then
  mkdir -p target/demo
  cargo vendor --locked --quiet --manifest-path "$here/Cargo.toml" "$sources" >/dev/null 2>&1 || true
fi
rm -rf "$output"
code=0
if [ -d "$sources/hoedown" ]; then
  hoedown=$sources/hoedown/libhoedown
  echo "wayfarer explore hoedown: $(cat "$hoedown"/src/*.c "$hoedown"/bin/hoedown.c | wc -l) lines of C, 8 free bytes on stdin, $seconds s"
  "$wayfarer" explore "$hoedown"/bin/hoedown.c "$hoedown"/src/*.c --cflags "-I$hoedown/src" \
    --arg=--all-block --arg=--all-span --arg=--all-flags --stdin 8 --time "$seconds" --output "$output" || code=$?
else
  echo "the sources of hoedown cannot be fetched: exploring $here/shop.c instead"
  "$wayfarer" explore "$here/shop.c" --time "$seconds" --output "$output" || code=$?
fi
# 1 says that bugs were found, which is no failure of the demo.
[ "$code" -le 1 ] || exit "$code"
echo "tests: $output/test*.json (.ktest, .c, testcase-*.xml); coverage: $output/coverage.lcov"
