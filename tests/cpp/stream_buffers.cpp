// Buffers of streams of one's own: one that counts lines, one that turns letters, one over a vector, redirected cout, filters in rows.
#include <cctype>
#include <iostream>
#include <iterator>
#include <sstream>
#include <streambuf>
#include <string>
#include <vector>

/* Gives everything on to another buffer, with a number before each line. */
class Numbering : public std::streambuf {
    std::streambuf *to;
    int line = 0;
    bool at_start = true;
protected:
    int_type overflow(int_type c) override {
        if (traits_type::eq_int_type(c, traits_type::eof()))
            return traits_type::not_eof(c);
        if (at_start) {
            std::string number = std::to_string(++line) + ": ";
            to->sputn(number.data(), (std::streamsize)number.size());
        }
        at_start = c == '\n';
        return to->sputc((char)c);
    }
    int sync() override { return to->pubsync(); }
public:
    explicit Numbering(std::streambuf *to) : to(to) {}
    int lines() const { return line; }
};

/* Reads letters of another buffer in upper case, a few at a time. */
class Loud : public std::streambuf {
    std::streambuf *from;
    char room[4];
    int fills = 0;
protected:
    int_type underflow() override {
        std::streamsize count = from->sgetn(room, sizeof room);
        if (count <= 0)
            return traits_type::eof();
        fills++;
        for (std::streamsize i = 0; i < count; i++)
            room[i] = (char)std::toupper((unsigned char)room[i]);
        setg(room, room, room + count);
        return traits_type::to_int_type(*gptr());
    }
public:
    explicit Loud(std::streambuf *from) : from(from) {}
    int filled() const { return fills; }
};

/* Writes to and reads from a vector, with positions. */
class Memory : public std::streambuf {
    std::vector<char> bytes;
    void place(size_t at) {
        setg(bytes.data(), bytes.data() + at, bytes.data() + bytes.size());
    }
protected:
    std::streamsize xsputn(const char *text, std::streamsize count) override {
        size_t at = (size_t)(gptr() - eback());
        bytes.insert(bytes.end(), text, text + count);
        place(at);
        return count;
    }
    int_type overflow(int_type c) override {
        char character = (char)c;
        return xsputn(&character, 1) == 1 ? c : traits_type::eof();
    }
    pos_type seekoff(off_type offset, std::ios::seekdir from, std::ios::openmode) override {
        off_type base = from == std::ios::beg ? 0 : from == std::ios::cur ? gptr() - eback() : (off_type)bytes.size();
        if (base + offset < 0 || base + offset > (off_type)bytes.size())
            return pos_type(off_type(-1));
        place((size_t)(base + offset));
        return base + offset;
    }
};

class Redirected {
    std::ostream &stream;
    std::streambuf *before;
public:
    Redirected(std::ostream &stream, std::streambuf *to) : stream(stream), before(stream.rdbuf(to)) {}
    ~Redirected() { stream.rdbuf(before); }
};

int main() {
    std::ostringstream kept;
    {
        Redirected redirected(std::cout, kept.rdbuf());
        std::cout << "nobody sees this " << 42;
    }
    std::cout << kept.str().size() << '\n';
    {
        Numbering numbering(std::cout.rdbuf());
        std::ostream out(&numbering);
        out << "first" << std::endl << "second " << 2.5 << "\n\nfourth\n";
        std::cout << numbering.lines() << '\n';
    }
    std::istringstream source("quiet words, 12 of them");
    Loud loud(source.rdbuf());
    std::istream in(&loud);
    std::string word;
    in >> word;
    std::cout << word << ' ' << (char)in.get() << (char)in.peek() << ' ';
    std::string rest{std::istreambuf_iterator<char>(in), {}};
    std::cout << rest << ' ' << loud.filled() << '\n';
    Memory memory;
    std::iostream stream(&memory);
    stream << "alpha " << 17 << ' ' << std::boolalpha << true;
    int number;
    bool truth;
    stream >> word >> number >> truth;
    std::cout << word << number << truth << stream.eof() << '\n';
    stream.clear();
    stream.seekg(2);
    std::string end;
    stream >> end;
    std::cout << end << ' ' << stream.tellg() << ' ' << stream.seekg(100).fail() << '\n';
    std::istringstream copied("copied by a buffer");
    std::cout << copied.rdbuf() << '\n';
    std::istringstream more("by iterators");
    std::copy(std::istreambuf_iterator<char>(more), {}, std::ostreambuf_iterator<char>(std::cout));
    std::cout << '\n';
}
