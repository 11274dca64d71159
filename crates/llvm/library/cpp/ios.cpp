/* ios: what streams of all kinds of characters have. */
#include "runtime.h"
#include <ios>
#include <istream>
#include <ostream>
#include <system_error>

namespace std {

ios_base::ios_base() noexcept
    : _M_precision(), _M_width(), _M_flags(), _M_exception(), _M_streambuf_state(), _M_callbacks(nullptr),
      _M_word_zero(), _M_word_size(_S_local_word_size), _M_word(_M_local_word), _M_ios_locale() {}

ios_base::~ios_base() {
    _M_call_callbacks(erase_event);
    _M_dispose_callbacks();
    if (_M_word != _M_local_word)
        delete[] _M_word;
}

void ios_base::_M_init() noexcept {
    _M_precision = 6;
    _M_width = 0;
    _M_flags = skipws | dec;
    _M_ios_locale = locale();
}

locale ios_base::imbue(const locale &other) noexcept {
    locale before = _M_ios_locale;
    _M_ios_locale = other;
    _M_call_callbacks(imbue_event);
    return before;
}

int ios_base::xalloc() noexcept {
    static int next;
    return next++ + 4;
}

void ios_base::register_callback(event_callback function, int index) {
    _M_callbacks = new _Callback_list(function, index, _M_callbacks);
}

void ios_base::_M_call_callbacks(event event) noexcept {
    for (_Callback_list *each = _M_callbacks; each; each = each->_M_next)
        each->_M_fn(event, *this, each->_M_index);
}

void ios_base::_M_dispose_callbacks() noexcept {
    while (_M_callbacks && _M_callbacks->_M_remove_reference() == 0) {
        _Callback_list *next = _M_callbacks->_M_next;
        delete _M_callbacks;
        _M_callbacks = next;
    }
    _M_callbacks = nullptr;
}

ios_base::_Words &ios_base::_M_grow_words(int index, bool) {
    if (index < 0) {
        _M_streambuf_state |= badbit;
        return _M_word_zero;
    }
    int size = index + 1;
    _Words *words = new _Words[size];
    for (int i = 0; i < _M_word_size; i++)
        words[i] = _M_word[i];
    if (_M_word != _M_local_word)
        delete[] _M_word;
    _M_word = words;
    _M_word_size = size;
    return words[index];
}

void ios_base::_M_move(ios_base &other) noexcept {
    _M_precision = other._M_precision;
    _M_width = other._M_width;
    _M_flags = other._M_flags;
    _M_exception = other._M_exception;
    _M_streambuf_state = other._M_streambuf_state;
    _M_call_callbacks(erase_event);
    _M_dispose_callbacks();
    _M_callbacks = other._M_callbacks;
    other._M_callbacks = nullptr;
    if (_M_word != _M_local_word)
        delete[] _M_word;
    _M_word = _M_local_word;
    _M_word_size = other._M_word_size;
    if (other._M_word == other._M_local_word) {
        for (int i = 0; i < _S_local_word_size; i++) {
            _M_local_word[i] = other._M_local_word[i];
            other._M_local_word[i] = _Words();
        }
    } else {
        _M_word = other._M_word;
        other._M_word = other._M_local_word;
        other._M_word_size = _S_local_word_size;
    }
    _M_ios_locale = other._M_ios_locale;
}

void ios_base::_M_swap(ios_base &other) noexcept {
    if (_M_word != _M_local_word || other._M_word != other._M_local_word)
        wf__unsupported("a swap of streams with words of their own");
    swap(_M_precision, other._M_precision);
    swap(_M_width, other._M_width);
    swap(_M_flags, other._M_flags);
    swap(_M_exception, other._M_exception);
    swap(_M_streambuf_state, other._M_streambuf_state);
    swap(_M_callbacks, other._M_callbacks);
    for (int i = 0; i < _S_local_word_size; i++)
        swap(_M_local_word[i], other._M_local_word[i]);
    swap(_M_ios_locale, other._M_ios_locale);
}

namespace {
class StreamErrors : public error_category {
    const char *name() const noexcept override { return "iostream"; }
    string message(int code) const override { return code == 1 ? "iostream error" : "Unknown error"; }
};
} // namespace

const error_category &iostream_category() noexcept {
    alignas(StreamErrors) static char place[sizeof(StreamErrors)];
    static bool is_made;
    if (!is_made) {
        new (place) StreamErrors;
        is_made = true;
    }
    return *(const error_category *)place;
}

ios_base::failure::failure(const string &text) : system_error(io_errc::stream, text) {}
ios_base::failure::failure(const string &text, const error_code &code) : system_error(code, text) {}
ios_base::failure::failure(const char *text, const error_code &code) : system_error(code, text) {}
ios_base::failure::~failure() noexcept {}
const char *ios_base::failure::what() const noexcept { return runtime_error::what(); }

void __throw_ios_failure(const char *text) { throw ios_base::failure(text); }
void __throw_ios_failure(const char *text, int code) {
    throw ios_base::failure(text, code ? error_code(code, generic_category()) : make_error_code(io_errc::stream));
}

template class basic_ios<char>;

} // namespace std
