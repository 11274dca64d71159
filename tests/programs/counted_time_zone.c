// A zone that the environment names is not looked up.
// options: --env TZ=Asia/Tokyo
// exhaustive: false
// left: a time zone, taken to be UTC, is used at counted_time_zone.c:10, tests that ran otherwise than predicted
// findings: none
#include <time.h>

int main(void) {
    time_t now = 0;
    return localtime(&now)->tm_hour;
}
