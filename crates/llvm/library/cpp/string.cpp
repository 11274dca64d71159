/* string: what the headers leave to be instantiated once. */
#include "runtime.h"
#include <string>

namespace std {
template class allocator<char>;
template class allocator<wchar_t>;
template class basic_string<char>;
template class basic_string<wchar_t>;
} // namespace std
