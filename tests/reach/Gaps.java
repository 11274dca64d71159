// What a report of JaCoCo says is not covered, and what a patch changes.
// reach: Gaps.f --target uncovered:@/data/Gaps.xml
//   acme/Gaps.java:14:false: unreachable
//   acme/Gaps.java:14:true: reached
//   acme/Gaps.java:15: reached
//   acme/Gaps.java:18: reached
// reach: Gaps.f --target diff:@/data/Gaps.patch
//   src/main/java/Gaps.java:16: reached
//   src/main/java/Gaps.java:16:false: reached
//   src/main/java/Gaps.java:16:true: unreachable
//   src/main/java/Gaps.java:17: unreachable
class Gaps {
    static int f(int x) {
        if ((x & 1) != 2)
            x++;
        if ((x & 1) == 2)
            return 1;
        return 2;
    }
}
