// Days since 1970 to year, month and day (divisions by 4, 100, 365, 146097), dates compared.
//
// options: --strategy dfs --max-paths 300 --solver-time 5
#include <stdint.h>
#include <wayfarer.h>

int main(void) {
    int32_t days = wf_int("days");
    wf_assume(days >= -1000000 && days <= 1000000);
    int32_t z = days + 719468;
    int32_t era = (z >= 0 ? z : z - 146096) / 146097;
    uint32_t doe = (uint32_t)(z - era * 146097);
    uint32_t yoe = (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365;
    int32_t year = (int32_t)yoe + era * 400;
    uint32_t doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
    uint32_t mp = (5 * doy + 2) / 153;
    uint32_t day = doy - (153 * mp + 2) / 5 + 1;
    uint32_t month = mp < 10 ? mp + 3 : mp - 9;
    if (month <= 2)
        year++;
    if (year == 2000 && month == 2 && day == 29)
        return 1;
    if (month == 13 || day == 32)
        return 2;
    if (day == 31 && month == 4)
        return 3;
    return year == 1582 && month == 10 ? 4 : 0;
}
