// Strings of char16_t, char32_t and wchar_t; raw literals; escapes.
#include <cstdio>
#include <string>
int main() {
    std::u16string narrow = u"h\u00e9llo";
    std::u32string wide = U"\U0001F600 smile";
    narrow += u'!';
    std::printf("%zu %zu %x %x\n", narrow.size(), wide.size(), (unsigned)narrow[1], (unsigned)wide[0]);
    const char *raw = R"(a "raw" \n text)";
    std::printf("%s\n", raw);
    std::string utf8 = u8"\u00fc";
    std::printf("%zu %x\n", utf8.size(), (unsigned char)utf8[0]);
    std::wstring w = L"abc" + std::wstring(2, L'x');
    std::printf("%zu %d\n", w.size(), w < L"abd");
    std::string joined = "con" "cat" + std::string("enated");
    std::printf("%s %s\n", joined.c_str(), std::string("a\0b", 3).size() == 3 ? "three" : "other");
}
