// The machine ends a path at assembly that it does not support; the program goes on, so that what is behind is
// neither reached nor unreachable, from wherever it is searched for.
// reach: --function f --target unsupported.c:14 --direction forward
//   unsupported.c:14: open (unsupported: inline assembly that is not understood: "cpuid" at unsupported.c:12)
// reach: --function f --target unsupported.c:14 --direction backward
//   unsupported.c:14: open (longjmp, or something that is not supported, is on the way)
// reach: --function f --target unsupported.c:16 --direction backward
//   unsupported.c:16: open (longjmp, or something that is not supported, is on the way)

int f(int x, int y) {
    if (x == 3) {
        __asm__ volatile("cpuid" : "+a"(y) : : "ebx", "ecx", "edx");
        if (y == 5)
            return 1;
    } else if (x > 5 && x < 4) {
        return 2;
    }
    return 0;
}
