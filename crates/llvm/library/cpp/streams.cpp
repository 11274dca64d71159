/* istream, ostream, sstream, and those of the program: cin, cout, cerr, clog. */
#include "runtime.h"
#include <complex>
#include <ext/stdio_sync_filebuf.h>
#include <iomanip>
#include <istream>
#include <ostream>
#include <sstream>

namespace std {

template class basic_streambuf<char>;
template class basic_ostream<char>;
template class basic_istream<char>;
template class basic_iostream<char>;
template class __cxx11::basic_stringbuf<char>;
template class __cxx11::basic_istringstream<char>;
template class __cxx11::basic_ostringstream<char>;
template class __cxx11::basic_stringstream<char>;
template ostream &endl(ostream &);
template ostream &ends(ostream &);
template ostream &flush(ostream &);
template ostream &operator<<(ostream &, char);
template ostream &operator<<(ostream &, unsigned char);
template ostream &operator<<(ostream &, signed char);
template ostream &operator<<(ostream &, const char *);
template ostream &operator<<(ostream &, const unsigned char *);
template ostream &operator<<(ostream &, const signed char *);
template ostream &operator<<(ostream &, const string &);
template ostream &ostream::_M_insert(long);
template ostream &ostream::_M_insert(unsigned long);
template ostream &ostream::_M_insert(bool);
template ostream &ostream::_M_insert(long long);
template ostream &ostream::_M_insert(unsigned long long);
template ostream &ostream::_M_insert(double);
template ostream &ostream::_M_insert(long double);
template ostream &ostream::_M_insert(const void *);
template ostream &__ostream_insert(ostream &, const char *, streamsize);
template ostream &operator<<(ostream &, _Setfill<char>);
template istream &operator>>(istream &, _Setfill<char>);
template ostream &operator<<(ostream &, _Setiosflags);
template istream &operator>>(istream &, _Setiosflags);
template ostream &operator<<(ostream &, _Resetiosflags);
template istream &operator>>(istream &, _Resetiosflags);
template ostream &operator<<(ostream &, _Setbase);
template istream &operator>>(istream &, _Setbase);
template ostream &operator<<(ostream &, _Setprecision);
template istream &operator>>(istream &, _Setprecision);
template ostream &operator<<(ostream &, _Setw);
template istream &operator>>(istream &, _Setw);
template istream &ws(istream &);
template istream &operator>>(istream &, char &);
template istream &operator>>(istream &, unsigned char &);
template istream &operator>>(istream &, signed char &);
template istream &istream::_M_extract(unsigned short &);
template istream &istream::_M_extract(unsigned int &);
template istream &istream::_M_extract(long &);
template istream &istream::_M_extract(unsigned long &);
template istream &istream::_M_extract(bool &);
template istream &istream::_M_extract(long long &);
template istream &istream::_M_extract(unsigned long long &);
template istream &istream::_M_extract(float &);
template istream &istream::_M_extract(double &);
template istream &istream::_M_extract(long double &);
template istream &istream::_M_extract(void *&);
template istream &getline(istream &, string &);
template ostream &operator<<(ostream &, const complex<float> &);
template ostream &operator<<(ostream &, const complex<double> &);
template ostream &operator<<(ostream &, const complex<long double> &);
template istream &operator>>(istream &, complex<float> &);
template istream &operator>>(istream &, complex<double> &);
template istream &operator>>(istream &, complex<long double> &);

static const int no_more = char_traits<char>::eof();

template <> streamsize __copy_streambufs_eof(streambuf *from, streambuf *to, bool &at_end) {
    streamsize count = 0;
    at_end = true;
    for (int c = from->sgetc(); c != no_more; c = from->snextc()) {
        if (to->sputc((char)c) == no_more) {
            at_end = false;
            break;
        }
        count++;
    }
    return count;
}

template <> istream &istream::getline(char *text, streamsize size, char end) {
    _M_gcount = 0;
    ios_base::iostate state = ios_base::goodbit;
    sentry ready(*this, true);
    if (ready) {
        streambuf *from = rdbuf();
        int c = from->sgetc();
        while (_M_gcount + 1 < size && c != no_more && c != (unsigned char)end) {
            *text++ = (char)c;
            _M_gcount++;
            c = from->snextc();
        }
        if (c == no_more) {
            state |= ios_base::eofbit;
        } else if (c == (unsigned char)end) {
            _M_gcount++;
            from->sbumpc();
        } else {
            state |= ios_base::failbit;
        }
    }
    if (size > 0)
        *text = 0;
    if (!_M_gcount)
        state |= ios_base::failbit;
    if (state)
        setstate(state);
    return *this;
}

/* Takes characters until so many, the end, or one of this kind is taken. */
template <> istream &istream::ignore(streamsize most, int end) {
    _M_gcount = 0;
    sentry ready(*this, true);
    if (!ready || most <= 0)
        return *this;
    const streamsize any = __gnu_cxx::__numeric_traits<streamsize>::__max;
    streambuf *from = rdbuf();
    while (most == any || _M_gcount < most) {
        int c = from->sbumpc();
        if (c == no_more) {
            setstate(ios_base::eofbit);
            break;
        }
        if (_M_gcount < any)
            _M_gcount++;
        if (c == end)
            break;
    }
    return *this;
}
template <> istream &istream::ignore(streamsize most) { return ignore(most, no_more); }

template <> void __istream_extract(istream &in, char *text, streamsize size);
void __istream_extract(istream &in, char *text, streamsize size) {
    streamsize count = 0;
    ios_base::iostate state = ios_base::goodbit;
    istream::sentry ready(in, false);
    if (ready) {
        streamsize width = in.width();
        if (width > 0 && width < size)
            size = width;
        const ctype<char> &kinds = use_facet<ctype<char>>(in.getloc());
        streambuf *from = in.rdbuf();
        int c = from->sgetc();
        while (count < size - 1 && c != no_more && !kinds.is(ctype_base::space, (char)c)) {
            text[count++] = (char)c;
            c = from->snextc();
        }
        if (count < size - 1 && c == no_more)
            state |= ios_base::eofbit;
        text[count] = 0;
        in.width(0);
    }
    if (!count)
        state |= ios_base::failbit;
    if (state)
        in.setstate(state);
}

template <> istream &operator>>(istream &in, string &text) {
    size_t count = 0;
    ios_base::iostate state = ios_base::goodbit;
    istream::sentry ready(in, false);
    if (ready) {
        text.erase();
        size_t most = in.width() > 0 ? (size_t)in.width() : text.max_size();
        const ctype<char> &kinds = use_facet<ctype<char>>(in.getloc());
        streambuf *from = in.rdbuf();
        int c = from->sgetc();
        while (count < most && c != no_more && !kinds.is(ctype_base::space, (char)c)) {
            text.push_back((char)c);
            count++;
            c = from->snextc();
        }
        if (count < most && c == no_more)
            state |= ios_base::eofbit;
        in.width(0);
    }
    if (!count)
        state |= ios_base::failbit;
    if (state)
        in.setstate(state);
    return in;
}

template <> istream &getline(istream &in, string &text, char end) {
    size_t count = 0, most = text.max_size();
    ios_base::iostate state = ios_base::goodbit;
    istream::sentry ready(in, true);
    if (ready) {
        text.erase();
        streambuf *from = in.rdbuf();
        int c = from->sgetc();
        while (count < most && c != no_more && c != (unsigned char)end) {
            text.push_back((char)c);
            count++;
            c = from->snextc();
        }
        if (c == no_more) {
            state |= ios_base::eofbit;
        } else if (c == (unsigned char)end) {
            count++;
            from->sbumpc();
        } else {
            state |= ios_base::failbit;
        }
    }
    if (!count)
        state |= ios_base::failbit;
    if (state)
        in.setstate(state);
    return in;
}

} // namespace std

template class __gnu_cxx::stdio_sync_filebuf<char>;

/* The objects of the program begin with ios_base::Init and never end. */
typedef __gnu_cxx::stdio_sync_filebuf<char> Buffer;
alignas(std::ostream) char wfl_cout[sizeof(std::ostream)] __asm__("_ZSt4cout");
alignas(std::ostream) char wfl_cerr[sizeof(std::ostream)] __asm__("_ZSt4cerr");
alignas(std::ostream) char wfl_clog[sizeof(std::ostream)] __asm__("_ZSt4clog");
alignas(std::istream) char wfl_cin[sizeof(std::istream)] __asm__("_ZSt3cin");
alignas(Buffer) static char buffers[3][sizeof(Buffer)];

namespace std {

_Atomic_word ios_base::Init::_S_refcount;
bool ios_base::Init::_S_synced_with_stdio = true;

ios_base::Init::Init() {
    if (_S_refcount++ > 0)
        return;
    auto in = new (buffers[0]) Buffer(stdin);
    auto out = new (buffers[1]) Buffer(stdout);
    auto error = new (buffers[2]) Buffer(stderr);
    auto cout = new (wfl_cout) ostream(out);
    auto cin = new (wfl_cin) istream(in);
    auto cerr = new (wfl_cerr) ostream(error);
    new (wfl_clog) ostream(error);
    cin->tie(cout);
    cerr->setf(ios_base::unitbuf);
    cerr->tie(cout);
}

ios_base::Init::~Init() {
    if (--_S_refcount > 0)
        return;
    ((ostream *)wfl_cout)->flush();
    ((ostream *)wfl_cerr)->flush();
    ((ostream *)wfl_clog)->flush();
}

/* The streams stay those of stdio: what a program can see of that is when output is written. */
bool ios_base::sync_with_stdio(bool sync) {
    bool before = Init::_S_synced_with_stdio;
    Init::_S_synced_with_stdio = sync;
    return before;
}

} // namespace std
