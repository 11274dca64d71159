# What makes no object, or one that nothing can be added to, is as without us.
$CC --version | grep -q clang
$CC -E main.c | grep -q 'return 3'
$CC -S main.c -o main.s
$CC -MM main.c | grep -q main.o
echo 'int f(void) { return 1; }' | $CC -x c -c - -o standard_input.o
$CC -flto -c main.c -o bitcode.o
$CC -c main.c -o /dev/null
$CC -m32 -c main.c -o narrow.o
$CC -nostdlib -r -o merged.o standard_input.o
clang-19 main.c -o not_recorded
ar rcs empty.a
