// Sides of branches; a line with several branches needs a column.
// reach: --function side --target sides.c:13:9:true --target sides.c:13:19:true --target sides.c:16:false
//   sides.c:13:9:true: reached
//   sides.c:13:19:true: reached
//   sides.c:16:false: reached
// reach: --function side --target sides.c:13:true
//   --target sides.c:13:true: there are branches at columns 9, 19: say which, as in sides.c:13:9:true
// reach: --function side --target sides.c:14 --target sides.c:19
//   sides.c:14: reached
//   sides.c:19: unreachable

int side(int a, int b) {
    if (a > 10 && b == a * 2)
        return 1;
    for (int i = 0; i < 3; i++)
        if (b == i)
            a++;
    if (b == 5 && b == a && a > 10)
        return 2;
    return 0;
}
