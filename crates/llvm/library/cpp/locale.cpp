/* locale: the classic one, which is the only one there is. */
#include "runtime.h"
#include <cstdlib>
#include <locale>

namespace std {

/* Facets of the classic locale, by their numbers; more get theirs when they are first asked for. */
static const size_t most_facets = 64;

locale::facet::~facet() {}
__c_locale locale::facet::_S_get_c_locale() { return nullptr; }
const char *locale::facet::_S_get_c_name() noexcept { return "C"; }
__c_locale locale::facet::_S_clone_c_locale(__c_locale &) noexcept { return nullptr; }
void locale::facet::_S_destroy_c_locale(__c_locale &) {}
void locale::facet::_S_create_c_locale(__c_locale &, const char *, __c_locale) {
    wf__unsupported("another locale than the classic one in C++");
}

_Atomic_word locale::id::_S_refcount;

size_t locale::id::_M_id() const noexcept {
    if (!_M_index)
        _M_index = ++_S_refcount;
    if (_M_index > most_facets)
        wf__unsupported("so many kinds of facets of locales");
    return _M_index - 1;
}

locale::_Impl *locale::_S_classic;
locale::_Impl *locale::_S_global;

/* A facet in memory that is never given back. */
template <class Facet> static Facet *placed() {
    alignas(Facet) static char place[sizeof(Facet)];
    return new (place) Facet(1);
}

locale::_Impl::_Impl(size_t references) noexcept
    : _M_refcount(references), _M_facets_size(most_facets), _M_names(nullptr) {
    static const facet *facets[most_facets], *caches[most_facets];
    _M_facets = facets;
    _M_caches = caches;
    alignas(std::ctype<char>) static char place[sizeof(std::ctype<char>)];
    _M_init_facet_unchecked(new (place) std::ctype<char>(nullptr, false, 1));
    _M_init_facet_unchecked(placed<numpunct<char>>());
    _M_init_facet_unchecked(placed<num_put<char>>());
    _M_init_facet_unchecked(placed<num_get<char>>());
    _M_init_facet_unchecked(placed<std::collate<char>>());
    _M_init_facet_unchecked(placed<codecvt<char, char, mbstate_t>>());
}

locale::_Impl::_Impl(const _Impl &, size_t) { wf__unsupported("a changed copy of a locale in C++"); }
locale::_Impl::~_Impl() noexcept {}
void locale::_Impl::_M_install_facet(const id *, const facet *) {
    wf__unsupported("a facet of one's own in a locale in C++");
}
void locale::_Impl::_M_install_cache(const facet *cache, size_t index) { _M_caches[index] = cache; }

const locale &locale::classic() {
    _S_initialize();
    return *(const locale *)&_S_classic;
}

void locale::_S_initialize() {
    if (_S_classic)
        return;
    alignas(_Impl) static char place[sizeof(_Impl)];
    _S_classic = new (place) _Impl(2);
    _S_global = _S_classic;
}

locale::locale() noexcept : _M_impl(nullptr) {
    _S_initialize();
    _M_impl = _S_global;
}
locale::locale(_Impl *impl) noexcept : _M_impl(impl) {}
locale::locale(const locale &other) noexcept : _M_impl(other._M_impl) {}
locale::locale(const char *name) : _M_impl(nullptr) {
    _S_initialize();
    _M_impl = _S_classic;
    if ((name[0] == 'C' && !name[1]) || !__builtin_strcmp(name, "POSIX"))
        return;
    if (name[0])
        wf__unsupported("another locale than the classic one in C++");
}
locale::~locale() noexcept {}
const locale &locale::operator=(const locale &other) noexcept {
    _M_impl = other._M_impl;
    return *this;
}
bool locale::operator==(const locale &other) const noexcept { return _M_impl == other._M_impl; }
string locale::name() const { return "C"; }
locale locale::global(const locale &other) {
    locale before;
    _S_global = other._M_impl;
    return before;
}

/* Characters. */

locale::id ctype<char>::id;

ctype<char>::ctype(const mask *table, bool owned, size_t references)
    : facet(references), _M_c_locale_ctype(nullptr), _M_del(table && owned), _M_toupper(nullptr),
      _M_tolower(nullptr), _M_table(table ? table : classic_table()), _M_widen_ok(0), _M_narrow_ok(0) {
    wf__memset(_M_widen, 0, sizeof _M_widen);
    wf__memset(_M_narrow, 0, sizeof _M_narrow);
}
ctype<char>::~ctype() {
    if (_M_del)
        delete[] table();
}

const ctype_base::mask *ctype<char>::classic_table() noexcept {
    static mask table[256];
    static bool is_made;
    if (!is_made) {
        for (int c = 0; c < 128; c++) {
            mask m = 0;
            bool is_upper_case = c >= 'A' && c <= 'Z', is_lower_case = c >= 'a' && c <= 'z';
            bool is_digit = c >= '0' && c <= '9', is_printed = c >= ' ' && c < 127;
            if (is_upper_case)
                m |= upper | alpha;
            if (is_lower_case)
                m |= lower | alpha;
            if (is_digit)
                m |= digit;
            if (is_digit || ((c | 32) >= 'a' && (c | 32) <= 'f'))
                m |= xdigit;
            if (c == ' ' || (c >= '\t' && c <= '\r'))
                m |= space;
            if (c == ' ' || c == '\t')
                m |= blank;
            if (is_printed)
                m |= print;
            else
                m |= cntrl;
            if (is_printed && c != ' ' && !(m & (alpha | digit)))
                m |= punct;
            table[c] = m;
        }
        is_made = true;
    }
    return table;
}

static char upper_case(char c) { return c >= 'a' && c <= 'z' ? c - 32 : c; }
static char lower_case(char c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; }

char ctype<char>::do_toupper(char c) const { return upper_case(c); }
const char *ctype<char>::do_toupper(char *at, const char *end) const {
    for (; at < end; at++)
        *at = upper_case(*at);
    return end;
}
char ctype<char>::do_tolower(char c) const { return lower_case(c); }
const char *ctype<char>::do_tolower(char *at, const char *end) const {
    for (; at < end; at++)
        *at = lower_case(*at);
    return end;
}
void ctype<char>::_M_widen_init() const {
    for (int c = 0; c < 256; c++)
        _M_widen[c] = (char)c;
    _M_widen_ok = 1;
}
void ctype<char>::_M_narrow_init() const {
    for (int c = 0; c < 256; c++)
        _M_narrow[c] = (char)c;
    _M_narrow_ok = 1;
}

locale::id codecvt<char, char, mbstate_t>::id;
codecvt<char, char, mbstate_t>::codecvt(size_t references)
    : __codecvt_abstract_base<char, char, mbstate_t>(references), _M_c_locale_codecvt(nullptr) {}
codecvt<char, char, mbstate_t>::codecvt(__c_locale, size_t references) : codecvt(references) {}
codecvt<char, char, mbstate_t>::~codecvt() {}
codecvt_base::result codecvt<char, char, mbstate_t>::do_out(state_type &, const char *from, const char *,
                                                            const char *&next, char *to, char *,
                                                            char *&to_next) const {
    next = from;
    to_next = to;
    return noconv;
}
codecvt_base::result codecvt<char, char, mbstate_t>::do_unshift(state_type &, char *to, char *,
                                                                char *&next) const {
    next = to;
    return noconv;
}
codecvt_base::result codecvt<char, char, mbstate_t>::do_in(state_type &, const char *from, const char *,
                                                           const char *&next, char *to, char *,
                                                           char *&to_next) const {
    next = from;
    to_next = to;
    return noconv;
}
int codecvt<char, char, mbstate_t>::do_encoding() const noexcept { return 1; }
bool codecvt<char, char, mbstate_t>::do_always_noconv() const noexcept { return true; }
int codecvt<char, char, mbstate_t>::do_length(state_type &, const char *from, const char *end,
                                              size_t most) const {
    size_t length = end - from;
    return length < most ? length : most;
}
int codecvt<char, char, mbstate_t>::do_max_length() const noexcept { return 1; }

/* Numbers. */

template <> numpunct<char>::~numpunct() { delete _M_data; }
template <> void numpunct<char>::_M_initialize_numpunct(__c_locale) {
    if (!_M_data)
        _M_data = new __numpunct_cache<char>;
    _M_data->_M_grouping = "";
    _M_data->_M_grouping_size = 0;
    _M_data->_M_use_grouping = false;
    _M_data->_M_decimal_point = '.';
    _M_data->_M_thousands_sep = ',';
    for (size_t i = 0; i < __num_base::_S_oend; i++)
        _M_data->_M_atoms_out[i] = __num_base::_S_atoms_out[i];
    for (size_t i = 0; i < __num_base::_S_iend; i++)
        _M_data->_M_atoms_in[i] = __num_base::_S_atoms_in[i];
    _M_data->_M_truename = "true";
    _M_data->_M_truename_size = 4;
    _M_data->_M_falsename = "false";
    _M_data->_M_falsename_size = 5;
}

template <> int collate<char>::_M_compare(const char *a, const char *b) const noexcept {
    int order = __builtin_strcmp(a, b);
    return (order > 0) - (order < 0);
}
template <> size_t collate<char>::_M_transform(char *to, const char *from, size_t size) const noexcept {
    size_t length = __builtin_strlen(from);
    if (size)
        wf__memcpy(to, from, length < size ? length + 1 : size);
    return length;
}

const char *__num_base::_S_atoms_out = "-+xX0123456789abcdef0123456789ABCDEF";
const char *__num_base::_S_atoms_in = "-+xX0123456789abcdefABCDEF";

/* A format for printf. */
void __num_base::_S_format_float(const ios_base &stream, char *format, char modifier) noexcept {
    ios_base::fmtflags flags = stream.flags(), kind = flags & ios_base::floatfield;
    *format++ = '%';
    if (flags & ios_base::showpos)
        *format++ = '+';
    if (flags & ios_base::showpoint)
        *format++ = '#';
    if (kind != (ios_base::fixed | ios_base::scientific)) {
        *format++ = '.';
        *format++ = '*';
    }
    if (modifier)
        *format++ = modifier;
    bool is_upper = flags & ios_base::uppercase;
    char letter = kind == ios_base::fixed        ? 'f'
                  : kind == ios_base::scientific ? 'e'
                  : kind ? 'a' : 'g';
    *format++ = is_upper ? letter - 32 : letter;
    *format = 0;
}

bool __verify_grouping(const char *, size_t, const string &) noexcept { return true; }

/* What is out of range becomes the largest number, as the standard has it. */
template <class Float> static void read(const char *text, Float &value, ios_base::iostate &state, Float read,
                                        const char *end, Float largest) {
    value = read;
    if (end == text || *end) {
        value = 0;
        state = ios_base::failbit;
    } else if (read > largest || read < -largest) {
        value = read > 0 ? largest : -largest;
        state = ios_base::failbit;
    }
}
template <> void __convert_to_v(const char *text, float &value, ios_base::iostate &state, const __c_locale &) noexcept {
    char *end;
    float found = strtof(text, &end);
    read(text, value, state, found, end, __FLT_MAX__);
}
template <> void __convert_to_v(const char *text, double &value, ios_base::iostate &state, const __c_locale &) noexcept {
    char *end;
    double found = strtod(text, &end);
    read(text, value, state, found, end, __DBL_MAX__);
}
template <>
void __convert_to_v(const char *text, long double &value, ios_base::iostate &state, const __c_locale &) noexcept {
    char *end;
    long double found = strtold(text, &end);
    read(text, value, state, found, end, __LDBL_MAX__);
}

template class __cxx11::numpunct<char>;
template class __cxx11::collate<char>;
template class num_put<char>;
template class num_get<char>;
template class __codecvt_abstract_base<char, char, mbstate_t>;
template const ctype<char> &use_facet<ctype<char>>(const locale &);
template const numpunct<char> &use_facet<numpunct<char>>(const locale &);
template const num_put<char> &use_facet<num_put<char>>(const locale &);
template const num_get<char> &use_facet<num_get<char>>(const locale &);
template const collate<char> &use_facet<collate<char>>(const locale &);
template const codecvt<char, char, mbstate_t> &use_facet<codecvt<char, char, mbstate_t>>(const locale &);
template bool has_facet<ctype<char>>(const locale &);
template bool has_facet<numpunct<char>>(const locale &);
template bool has_facet<num_put<char>>(const locale &);
template bool has_facet<num_get<char>>(const locale &);
template bool has_facet<collate<char>>(const locale &);
template bool has_facet<codecvt<char, char, mbstate_t>>(const locale &);

} // namespace std

extern "C" locale_t __uselocale(locale_t) { return nullptr; }
