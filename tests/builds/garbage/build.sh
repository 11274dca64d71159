# The linker leaves out what nobody calls, and with all of `unused.o` its note.
$CC -O1 -ffunction-sections -fno-asynchronous-unwind-tables -c main.c
$CC -O1 -ffunction-sections -fno-asynchronous-unwind-tables -fvisibility=hidden -c helpers.c
$CC -O1 -ffunction-sections -fno-asynchronous-unwind-tables -fvisibility=hidden -c unused.c
$CC -Wl,--gc-sections main.o helpers.o unused.o -o program
