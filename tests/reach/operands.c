// A column means the side of `&&` or `||` that stands there, wherever clang has the branch; true is where the text holds, with its negations.
// reach: --stdin 5 --target operands.c:38:9:true --target operands.c:38:9:false --target operands.c:38:22:true --target operands.c:38:22:false
//   operands.c:38:9:true: unreachable
//   operands.c:38:9:false: reached
//   operands.c:38:22:true: unreachable
//   operands.c:38:22:false: unreachable
// reach: --stdin 5 --target operands.c:40:true --target operands.c:40:9:false --target operands.c:40:10:true --target operands.c:40:10:false
//   operands.c:40:true: unreachable
//   operands.c:40:9:false: reached
//   operands.c:40:10:true: reached
//   operands.c:40:10:false: unreachable
// reach: --stdin 5 --target operands.c:42:true --target operands.c:43:true --target operands.c:43:false
//   operands.c:42:true: reached
//   operands.c:43:true: unreachable
//   operands.c:43:false: reached
// reach: --stdin 5 --target operands.c:45:true
//   --target operands.c:45:true: the text does not tell (a macro, an optimised program, operators that are not looked into) which side is which; a line of that side can be a target
// reach: --stdin 5 --target uncovered:@/data/operands
//   operands.c:38:9:true: unreachable
//   operands.c:43:false: reached
// reach: --stdin 5 --target operands.c:47:true --target operands.c:47:false --target operands.c:49:9:true
//   operands.c:47:true: unreachable
//   operands.c:47:false: reached
//   operands.c:49:9:true: reached
// reach: --stdin 5 --target operands.c:49:20:true
//   --target operands.c:49:20:true: there are branches at 9, 10 of that line
// reach: --stdin 5 --target operands.c:52:true
//   --target operands.c:52:true: the text does not tell (a macro, an optimised program, operators that are not looked into) which side is which; a line of that side can be a target
#include <unistd.h>
#define NONE(x) (!(x))

static int is_other(int it) { return it != 2; }

int main(void) {
    unsigned char s[5];
    if (read(0, s, 5) != 5) return 9;
    s[0] &= 7;
    if (s[0] == 8 && s[1] == 2)
        return 1;
    if (!(s[0] < 8))
        return 2;
    if (s[2] == 1 &&
        (s[3] | 1) == 2)
        return 3;
    if (NONE(s[4]))
        return 4;
    if (!is_other(s[4] == 200))
        return 5;
    if ((s[4] > 3 && s[3] == 0) + 7 == 8)
        return 6;
    _Bool small;
    if (!(small = s[4] < 9))
        return 7;
    return 0;
}
