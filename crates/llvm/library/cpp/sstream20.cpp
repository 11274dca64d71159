/* sstream: what its classes have in C++20 beside what programs of older standards call. */
#include "runtime.h"
#include <sstream>

namespace std {
template class __cxx11::basic_stringbuf<char>;
template class __cxx11::basic_istringstream<char>;
template class __cxx11::basic_ostringstream<char>;
template class __cxx11::basic_stringstream<char>;
} // namespace std
