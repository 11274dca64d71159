// A bounded stack.
int wf_int(const char *name);
static int stack[32];
static int top;
static int push(int v) {
    if (top == 32)
        return 0;
    stack[top++] = v;
    return 1;
}
static int pop(int *v) {
    if (top == 0)
        return 0;
    *v = stack[--top];
    return 1;
}
int f(void) {
    top = 0;
    int v;
    while (wf_int("more")) {
        if (wf_int("push")) {
            if (!push(1) && top < 32)
                return 1; // never
        } else if (!pop(&v) && top > 0)
            return 2; // never
        if (top < 0 || top > 32)
            return 3; // never
    }
    return 0;
}
