# Names with characters that mean something to shells, Make and formats.
mkdir "50%, a='b' \$c:d"
cd "50%, a='b' \$c:d"
mv ../main.c 'the main.c'
mv ../chosen.h "chosen's.h"
$CC "-DHEADER=\"chosen's.h\"" -DWORDS='"a  b"' -c 'the main.c' -o 'main%d.o'
ar rcs 'lib 100%.a' 'main%d.o'
$CC 'lib 100%.a' -o "pro gram"
