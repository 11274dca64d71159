/* locale: times are written as in the classic locale. */
#include "runtime.h"
#include <ctime>
#include <locale>

namespace std {

/* Only what reads times looks at their names here. */
template <> void __timepunct<char>::_M_initialize_timepunct(__c_locale) {}

template <>
void __timepunct<char>::_M_put(char *text, size_t size, const char *format, const tm *when) const noexcept {
    if (!strftime(text, size, format, when))
        text[0] = 0;
}

template class __timepunct<char>;
template class time_put<char>;

/* A facet in memory that is never given back, made when it is first asked for. */
template <class Facet> static const Facet &made() {
    alignas(Facet) static char place[sizeof(Facet)];
    static Facet *facet;
    if (!facet)
        facet = new (place) Facet(1);
    return *facet;
}

} // namespace std

/* The facets of any locale, as use_facet and has_facet tell of them: headers say that these are instantiated elsewhere. */
#define FACET(of, type, name)                                                                                \
    const std::type &use_##of(const std::locale &) __asm__("_ZSt9use_facetI" name "ERKT_RKSt6locale");       \
    const std::type &use_##of(const std::locale &) { return std::made<std::type>(); }                        \
    bool has_##of(const std::locale &) noexcept __asm__("_ZSt9has_facetI" name "EbRKSt6locale");             \
    bool has_##of(const std::locale &) noexcept { return true; }

FACET(names, __timepunct<char>, "St11__timepunctIcE")
FACET(writer, time_put<char>, "St8time_putIcSt19ostreambuf_iteratorIcSt11char_traitsIcEEE")
