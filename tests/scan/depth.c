// Accessors: what a function does depends on what others return that it calls, which call others. Calls of these are
// skipped; what a run with whole calls shows is confirmed, and what none can show is not told. Where searches may not
// enter calls, something is open, and functions are visited again with calls that are one deeper.
//
// with --call-depth 0
// functions: accessor, accessor_of_accessor, harmless, divisor
// confirmed: division-by-zero in accessor, 1 time
// confirmed: division-by-zero in accessor_of_accessor, 1 time
// confirmed: division-by-zero in divisor, 1 time
// refuted: division-by-zero in harmless, 1 time
// skipped: calls deeper than 0
//
// with --call-depth 1
// functions: accessor, accessor_of_accessor, harmless, divisor
// confirmed: division-by-zero in accessor, 1 time
// confirmed: division-by-zero in accessor_of_accessor, 1 time
// confirmed: division-by-zero in divisor, 1 time
// skipped: calls deeper than 1
//
// with --call-depth 2
// functions: accessor, accessor_of_accessor, harmless, divisor
// confirmed: division-by-zero in accessor, 1 time
// confirmed: division-by-zero in accessor_of_accessor, 1 time
// confirmed: division-by-zero in divisor, 1 time
//
// with --call-depth 0 --lazy-steps 0
// functions: accessor, accessor_of_accessor, harmless, divisor
// confirmed: division-by-zero in accessor, 1 time
// confirmed: division-by-zero in accessor_of_accessor, 1 time
// confirmed: division-by-zero in divisor, 1 time
// refuted: division-by-zero in harmless, 1 time
// deeper: accessor 1
// deeper: accessor_of_accessor 2
// deeper: harmless 1

static int answer(int v) {
    if (v == 42)
        return 1;
    return 0;
}

static int other(int v) {
    if (v == 42)
        return 2;
    return 0;
}

static int twice(int v) {
    if (v < 0)
        return -2;
    return answer(v / 2);
}

int accessor(int m) {
    m = answer(m);
    return m / (1 - m);
}

int accessor_of_accessor(int m) {
    m = twice(m);
    return m / (1 - m);
}

int harmless(int m) {
    m = other(m);
    return m / (1 - m);
}

int divisor(int m) { return 7 / m; }
