// Memory: fields, arrays, and pointers that may point to one or the other.
// reach: --function f --direction backward --target backward_memory.c:18 --target backward_memory.c:21
//   backward_memory.c:18: unreachable
//   backward_memory.c:21: unreachable
// reach: --function g --target backward_memory.c:32 --target backward_memory.c:34
//   backward_memory.c:32: reached
//   backward_memory.c:34: unreachable

struct pair { int x, y; };

int f(int a, int b) {
    struct pair s;
    int t[3] = {1, 2, 3};
    s.x = 1;
    s.y = a;
    t[1] = b;
    if (s.x == 2)
        return 1;
    s.x = s.y;
    if (s.x != a)
        return 2;
    return t[0];
}

int g(int a, int b) {
    int u = 1, v = 2;
    int *p = a ? &u : &v;
    *p = b;
    if (b == 7) {
        if (u == 7)
            if (!(v == 7))
                return 1;
        if (u == 1 && v == 2)
            return 2;
    }
    return 0;
}
