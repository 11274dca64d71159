// What the program does not have is told, and the others are searched for.
// reach: --function f --target nowhere.c:11 --target nowhere.c:500 --target function:gone
//   nowhere.c:11: reached
//   nowhere.c:500: open (not in the program: there is no code in that line; the nearest are 13)
//   function:gone: open (not in the program: the program has no such function)
// reach: --function f --target function:gone --target nowhere.c:500
//   --target function:gone: the program has no such function

int f(int x) {
    if (x == 3)
        return 1;
    return 0;
}
