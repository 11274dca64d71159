// Lines without code, and results that are about no line of the program.
// reach: --function f

int f(int a) {
    //= nullPointer: open (not in the program: there is no code in that line; the nearest are 6)
    return a;
}
