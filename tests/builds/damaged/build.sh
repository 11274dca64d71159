# Files that are cut off, made by other compilers, or not what their names say.
$CC -c main.c
$CC -c f.c
$CC main.c f.c -o program
ar rcs all.a f.o
head -c 400 program > cut_program
head -c 300 f.o > cut.o
head -c 150 all.a > cut.a
printf '!<arch>\nnone of the members of archives' > wrong.a
gcc -c f.c -o of_gcc.o
$CC main.o of_gcc.o -o mixed
ar rcs mixed.a main.o of_gcc.o
: > empty.o
mkdir folder.o
for n in text list directory absent flags; do mkdir $n; done
echo 'no JSON' > text/compile_commands.json
echo '{}' > list/compile_commands.json
echo '[{"directory": "/absent", "file": "f.c", "command": "cc -c f.c"}]' > directory/compile_commands.json
echo '[{"directory": ".", "file": "absent.c", "command": "cc -c absent.c"}]' > absent/compile_commands.json
echo '[{"directory": "..", "file": "f.c", "command": "cc -mno-such -c f.c"}]' > flags/compile_commands.json
