// Operators of classes, conversions, friends, references of both kinds, move and copy.
#include <cstdio>
#include <cstring>
#include <utility>
class Text {
    char *data;
public:
    Text(const char *text = "") : data(strcpy(new char[strlen(text) + 1], text)) {}
    Text(const Text &other) : Text(other.data) { std::printf("copy "); }
    Text(Text &&other) noexcept : data(std::exchange(other.data, nullptr)) { std::printf("move "); }
    Text &operator=(Text other) { std::swap(data, other.data); return *this; }
    ~Text() { delete[] data; }
    Text operator+(const Text &other) const {
        char all[100];
        std::snprintf(all, sizeof all, "%s%s", data, other.data);
        return all;
    }
    char &operator[](int i) { return data[i]; }
    explicit operator bool() const { return data && *data; }
    operator const char *() const { return data; }
    Text &operator++() { ++*data; return *this; }
    Text operator++(int) { Text before = *this; ++*this; return before; }
    friend bool operator==(const Text &a, const Text &b) { return !strcmp(a.data, b.data); }
    int operator()(int a, int b) const { return a * b; }
};
int operator""_twice(unsigned long long n) { return 2 * n; }
void which(Text &) { std::printf("lvalue "); }
void which(Text &&) { std::printf("rvalue "); }
int main() {
    Text a = "abc", b("def"), c = a + b, d;
    c[0] = 'X';
    d = c;
    Text e = std::move(d);
    e = std::move(a);
    std::printf("%s %s %d %d\n", (const char *)c, (const char *)e, bool(b), b == Text("def"));
    Text before = b++;
    std::printf("%s %s %d %d\n", (const char *)before, (const char *)b, b(3, 4), 21_twice);
    which(a);
    which(Text("t"));
    which(std::move(b));
    const int &longer = 5 + 1;
    int n = 1;
    int &alias = n;
    alias = 7;
    std::printf("%d %d\n", longer, n);
}
