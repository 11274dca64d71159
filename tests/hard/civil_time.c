// A moment by the date and the time that are made of it.
//
// witness: 2147483647
unsigned long __VERIFIER_nondet_ulong(void);
void reach_error(void);

int main(void) {
    unsigned long time = __VERIFIER_nondet_ulong();
    if (time > 4102444800)
        return 0;
    unsigned long z = time / 86400 + 719468, era = z / 146097, doe = z - era * 146097;
    unsigned long yoe = (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365;
    unsigned long doy = doe - (365 * yoe + yoe / 4 - yoe / 100), mp = (5 * doy + 2) / 153;
    unsigned long day = doy - (153 * mp + 2) / 5 + 1, month = mp < 10 ? mp + 3 : mp - 9;
    unsigned long year = yoe + era * 400 + (month <= 2);
    if (year == 2038 && month == 1 && day == 19 && time % 86400 == 3 * 3600 + 14 * 60 + 7)
        reach_error();
}
