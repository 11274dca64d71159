// Functions of C in C++: printf families, qsort, variadic functions, signal handlers, function pointers.
#include <algorithm>
#include <cctype>
#include <csignal>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
extern "C" { typedef int (*comparison)(const void *, const void *); static int by_number(const void *a, const void *b) { return *(const int *)a - *(const int *)b; } }
static int sum(int count, ...) {
    va_list list;
    va_start(list, count);
    int all = 0;
    while (count--) all += va_arg(list, int);
    va_end(list);
    return all;
}
static volatile std::sig_atomic_t got;
template <class... A> int format(char *to, size_t size, const char *format, A... arguments) { return std::snprintf(to, size, format, arguments...); }
int main() {
    int numbers[] = {3, 1, 2};
    comparison compare = by_number;
    std::qsort(numbers, 3, sizeof(int), compare);
    char text[40];
    int length = format(text, sizeof text, "%d-%s-%.2f", numbers[0], "x", 2.5);
    std::printf("%s %d %d\n", text, length, sum(3, 1, 2, 3));
    std::signal(SIGUSR1, [](int n) { got = n; });
    std::raise(SIGUSR1);
    std::printf("%d %d\n", got == SIGUSR1, std::toupper('a'));
    std::tm date{};
    date.tm_year = 100;
    date.tm_mday = 1;
    std::strftime(text, sizeof text, "%Y-%m-%d", &date);
    std::printf("%s %ld\n", text, std::strtol("0x1f", nullptr, 0));
    char *copy = strdup("copied");
    std::reverse(copy, copy + std::strlen(copy));
    std::puts(copy);
    std::free(copy);
}
