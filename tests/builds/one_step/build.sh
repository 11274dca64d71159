# One source compiled twice, with other flags; assembler; C++; and words in a file.
$CC -c -DNAME=narrow -DFACTOR=1 template.c -o narrow.o
$CC -c -DNAME=wide -DFACTOR=256 template.c -o wide.o
$CC -c lower.S
$CXX -c other.cpp
printf '%s\n' "-DUNUSED='a b'" main.c > words
$CC -O1 @words narrow.o wide.o lower.o other.o -o program
