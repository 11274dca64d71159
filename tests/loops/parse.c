// A parser of numbers keeps count of digits.
int wf_int(const char *name);
int f(void) {
    int state = 0, digits = 0, seen = 0;
    for (;;) {
        int c = wf_int("c");
        if (c == -1)
            break;
        switch (state) {
        case 0:
            if (c >= '0' && c <= '9') {
                state = 1;
                digits = 1;
                seen = 1;
            } else if (c == '-')
                state = 2;
            break;
        case 1:
            if (c >= '0' && c <= '9') {
                if (digits < 9)
                    digits++;
            } else
                state = 3;
            break;
        case 2:
            state = c >= '0' && c <= '9' ? 1 : 4;
            if (state == 1) {
                digits = 1;
                seen = 1;
            }
            break;
        case 3:
            return 0;
        case 4:
            return -1;
        default:
            return 5; // never
        }
        if (state == 1 && !seen)
            return 6; // never
        if (digits > 9)
            return 7; // never
        if (seen && digits == 0)
            return 8; // never
    }
    return 0;
}
