// A 29th of February that is a Saturday.
//
// witness: 2076 2 29
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void) {
    int year = __VERIFIER_nondet_int(), month = __VERIFIER_nondet_int(), day = __VERIFIER_nondet_int();
    static const int lengths[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    if (year < 2050 || year > 2099 || month < 1 || month > 12)
        return 0;
    int leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    if (day < 1 || day > lengths[month - 1] + (month == 2 && leap))
        return 0;
    int m = month, y = year;
    if (m < 3) {
        m += 12;
        y--;
    }
    int weekday = (day + 13 * (m + 1) / 5 + y % 100 + y % 100 / 4 + y / 100 / 4 + 5 * (y / 100)) % 7;
    if (month == 2 && day == 29 && weekday == 0)
        reach_error();
}
