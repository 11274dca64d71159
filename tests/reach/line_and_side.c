// A line and a side of the branch behind it, both targets: the block of the branch begins twice.
// reach: --target line_and_side.c:11 --target line_and_side.c:12 --target line_and_side.c:12:true --target line_and_side.c:12:false
//   line_and_side.c:11: reached
//   line_and_side.c:12: reached
//   line_and_side.c:12:true: reached
//   line_and_side.c:12:false: reached
int wf_int(const char *name);

int main(void) {
    int x = wf_int("x");
    int y = x * 2;
    if (y == 6)
        return 1;
    return 0;
}
