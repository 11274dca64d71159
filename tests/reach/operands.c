// A column means the side of `&&` or `||` that stands there, wherever clang has the branch; true is where the text holds, with its negations.
// reach: --stdin 5 --target operands.c:28:9:true --target operands.c:28:9:false --target operands.c:28:22:true --target operands.c:28:22:false
//   operands.c:28:9:true: unreachable
//   operands.c:28:9:false: reached
//   operands.c:28:22:true: unreachable
//   operands.c:28:22:false: unreachable
// reach: --stdin 5 --target operands.c:30:true --target operands.c:30:9:false --target operands.c:30:10:true --target operands.c:30:10:false
//   operands.c:30:true: unreachable
//   operands.c:30:9:false: reached
//   operands.c:30:10:true: reached
//   operands.c:30:10:false: unreachable
// reach: --stdin 5 --target operands.c:32:true --target operands.c:33:true --target operands.c:33:false
//   operands.c:32:true: reached
//   operands.c:33:true: unreachable
//   operands.c:33:false: reached
// reach: --stdin 5 --target operands.c:35:true
//   --target operands.c:35:true: the condition may be a macro, which does not tell which side is which; a line of that side can be a target
// reach: --stdin 5 --target uncovered:@/data/operands
//   operands.c:28:9:true: unreachable
//   operands.c:33:false: reached
#include <unistd.h>
#define NONE(x) (!(x))

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
    return 0;
}
