// Runs end with their first error. What it hides is open, where a native run may go on.
// reach: --function f --check overflow --direction forward

int f(int x) {
    if (x + 1 < x)
        return x / 0; //= zerodivcond: open (runs that might come to it end before, with signed-overflow
    return 0;
}
