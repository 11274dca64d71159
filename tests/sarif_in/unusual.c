// The function is given null, which callers hardly do.
// reach: --function f

int f(const int *p) {
    return *p; //= nullPointer: unusual (--input 'p: nonnull')
}
