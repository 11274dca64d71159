// A year whose Easter is on the 22nd of March, the earliest there is.
//
// witness: 2285
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void) {
    int year = __VERIFIER_nondet_int();
    if (year < 1850 || year > 2500)
        return 0;
    int a = year % 19, b = year / 100, c = year % 100, d = b / 4, e = b % 4;
    int f = (b + 8) / 25, g = (b - f + 1) / 3, h = (19 * a + b - d - g + 15) % 30;
    int i = c / 4, k = c % 4, l = (32 + 2 * e + 2 * i - h - k) % 7, m = (a + 11 * h + 22 * l) / 451;
    int month = (h + l - 7 * m + 114) / 31, day = (h + l - 7 * m + 114) % 31 + 1;
    if (month == 3 && day == 22)
        reach_error();
}
