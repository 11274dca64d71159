// A date by its Julian day number.
//
// witness: 2023 2 24
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void) {
    int year = __VERIFIER_nondet_int(), month = __VERIFIER_nondet_int(), day = __VERIFIER_nondet_int();
    if (year < 1600 || year > 3000 || month < 1 || month > 12 || day < 1 || day > 28)
        return 0;
    int a = (14 - month) / 12, y = year + 4800 - a, m = month + 12 * a - 3;
    int julian = day + (153 * m + 2) / 5 + 365 * y + y / 4 - y / 100 + y / 400 - 32045;
    if (julian == 2460000)
        reach_error();
}
