// flags: -std=c++20
// chrono and ratio: conversions, rounding, clocks of one's own, calendar dates of C++20, weekdays, splitting of durations.
#include <chrono>
#include <cstdio>
#include <numeric>
#include <ratio>
#include <string>
#include <vector>

using namespace std::chrono;
using namespace std::chrono_literals;

struct Ticks {
    using rep = long;
    using period = std::ratio<1, 50>;
    using duration = std::chrono::duration<rep, period>;
    using time_point = std::chrono::time_point<Ticks>;
    static constexpr bool is_steady = true;
    static long count;
    static time_point now() { return time_point(duration(count += 7)); }
};
long Ticks::count;

template <class Duration> static std::string spelled(Duration all) {
    auto d = duration_cast<days>(all);
    auto h = duration_cast<hours>(all -= d);
    auto m = duration_cast<minutes>(all -= h);
    auto s = duration_cast<seconds>(all -= m);
    return std::to_string(d.count()) + "d" + std::to_string(h.count()) + "h" + std::to_string(m.count()) + "m" + std::to_string(s.count()) + "s";
}

static year_month_day easter(int y) {
    int a = y % 19, b = y / 100, c = y % 100, d = (19 * a + b - b / 4 - (b - (b + 8) / 25 + 1) / 3 + 15) % 30;
    int e = (32 + 2 * (b % 4) + 2 * (c / 4) - d - c % 4) % 7, f = d + e - 7 * ((a + 11 * d + 22 * e) / 451) + 114;
    return year(y) / (unsigned)(f / 31) / (unsigned)(f % 31 + 1);
}
static void print(const year_month_day &date) {
    std::printf("%d-%02u-%02u ", (int)date.year(), (unsigned)date.month(), (unsigned)date.day());
}

int main() {
    auto time = 2h + 45min + 30s;
    std::printf("%lld %d %s\n", (long long)seconds(time).count(), time == 9930s, spelled(time + days(3) - 1ms).c_str());
    using Furlongs = duration<double, std::ratio<60>>;
    std::printf("%g %lld %lld %lld\n", Furlongs(time).count(), (long long)floor<hours>(-90min).count(), (long long)ceil<hours>(-90min).count(), (long long)round<hours>(150min).count());
    std::printf("%lld %lld %d %lld\n", (long long)(time % 1h).count(), (long long)(time / 5min), abs(-3s) == 3s, (long long)duration_cast<milliseconds>(1.5s).count());
    using Sum = std::ratio_add<std::ratio<1, 3>, std::ratio<1, 6>>;
    using Product = std::ratio_multiply<std::milli, std::kilo>;
    std::printf("%ld/%ld %ld %d\n", (long)Sum::num, (long)Sum::den, (long)Product::num, std::ratio_less_v<std::ratio<3, 7>, std::ratio<4, 9>>);
    auto start = Ticks::now();
    Ticks::now();
    auto end = Ticks::now();
    std::printf("%lld %d\n", (long long)duration_cast<milliseconds>(end - start).count(), start < end);
    constexpr auto leap = 2024y / February / 29;
    static_assert(leap.ok() && !(2023y / February / 29).ok());
    auto later = sys_days(leap) + days(366);
    print(leap + years(4));
    print(year_month_day(later));
    print(2024y / 10 / last);
    print(year_month_day(sys_days(2026y / November / Thursday[4])));
    std::printf("%u %d\n", weekday(later).c_encoding(), weekday(sys_days(leap)) == Thursday);
    for (int y : {1961, 2000, 2024, 2038})
        print(easter(y));
    auto span = sys_days(2000y / 1 / 1) - sys_days(1970y / 1 / 1);
    std::printf("%d %d\n", (int)span.count(), (int)(sys_days(1900y / 3 / 1) - sys_days(1900y / 2 / 28)).count());
    sys_seconds moment = sys_days(1999y / December / 31) + 23h + 59min + 58s;
    for (int i = 0; i < 3; i++, moment += 1s) {
        auto day = floor<days>(moment);
        hh_mm_ss clock(moment - day);
        print(year_month_day(day));
        std::printf("%02d:%02d:%02d%s ", (int)clock.hours().count(), (int)clock.minutes().count(), (int)clock.seconds().count(), is_am(clock.hours()) ? "am" : "pm");
    }
    int thirteenths = 0;
    for (auto month = 2020y / January; month < 2030y / January; month += months(1))
        thirteenths += weekday(sys_days(month / 13)) == Friday;
    std::printf("%d\n", thirteenths);
    std::vector<milliseconds> laps{1200ms, 1s, 950ms};
    auto total = std::accumulate(laps.begin(), laps.end(), 0ms);
    std::printf("%g %d\n", duration<double>(total).count() / (double)laps.size(), system_clock::now() > sys_days(2020y / 1 / 1));
}
