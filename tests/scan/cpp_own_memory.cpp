// What its destructor gives back, a class has from its constructor: a native run that has it from elsewhere is told for unusual
// inputs, where the program does it.
//
// functions: _ZN6BufferC2Em, _ZN6BufferD2Ev
// unusual: invalid-free in _ZN6BufferD2Ev, 1 time

#include <cstddef>

class Buffer {
    char *start;
    size_t length;

public:
    explicit Buffer(size_t given);
    Buffer(const Buffer &) = delete;
    ~Buffer();
};
Buffer::Buffer(size_t given) : start(new char[given % 64 + 1]()), length(given % 64 + 1) {}
Buffer::~Buffer() { delete[] start; }
