# A program of an object, an archive of which one member is left out, and a shared library.
$CC -O2 -g -Ilib -iquote src -c -o main.o src/main.c
$CC -O2 -DBASE=10 -MD -MF parse.d -c lib/parse.c -o lib/parse.o
$CC -O2 -c lib/not_linked.c -o lib/not_linked.o
$CC -O2 -c lib/limited.c -o lib/limited.o
# Where clamp is inlined, nobody needs this one.
$CC -O2 -Ilib -c lib/clamp.c -o lib/clamp.o
ar rcs libparse.a lib/parse.o lib/not_linked.o lib/clamp.o lib/limited.o
$CC -shared -fPIC -DFACTOR=3 -o libscale.so lib/scale.c
$CC -o program main.o -L. -lparse -lscale -lm -Wl,-rpath,"$PWD"
cp program stripped
strip stripped
touch -r src/main.c lib/scale.c
cp program before
