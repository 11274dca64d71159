/* memory, chrono: the rest of what headers leave out. */
#include "runtime.h"
#include <chrono>
#include <ctime>
#include <memory>

/* Reference counts then need no atomic operations. */
extern "C" char __libc_single_threaded;
char __libc_single_threaded = 1;

namespace std {

bool _Sp_make_shared_tag::_S_eq(const type_info &type) noexcept { return type == typeid(_Sp_make_shared_tag); }

namespace chrono {
inline namespace _V2 {
system_clock::time_point system_clock::now() noexcept {
    timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return time_point(duration(seconds(now.tv_sec) + nanoseconds(now.tv_nsec)));
}
steady_clock::time_point steady_clock::now() noexcept {
    timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return time_point(duration(seconds(now.tv_sec) + nanoseconds(now.tv_nsec)));
}
} // namespace _V2
} // namespace chrono
} // namespace std
