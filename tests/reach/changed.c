// What a patch changes: lines that are there now, both sides of their branches, and what follows lines that are
// gone.
// reach: --function f --target diff:@/data/changed.patch
//   src/changed.c:19: reached
//   src/changed.c:19:false: reached
//   src/changed.c:19:true: reached
//   src/changed.c:20: reached
//   src/changed.c:22: reached
// reach: --function f --target uncovered:@/data/changed.lcov
//   /elsewhere/src/changed.c:23:false: reached
//   /elsewhere/src/changed.c:23:true: unreachable
//   /elsewhere/src/changed.c:24: unreachable
// reach: --function f --target diff:@/data/Gaps.xml
//   --target diff:data/Gaps.xml: data/Gaps.xml: not a unified diff
// reach: --function f --target diff:@/data/other.patch
//   --target diff:data/other.patch: there is nothing to reach; 1 files are not of the program: src/other.c
int f(unsigned char a) {
    int r = 0;
    if (a > 200)
        r = 1;
    // A comment in its place.
    r += a;
    if (r < 0)
        return 2;
    return r;
}
