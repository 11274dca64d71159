/* fstream: files below the buffers that the headers make. */
#include "runtime.h"
#include <cerrno>
#include <fcntl.h>
#include <fstream>
#include <sys/stat.h>
#include <unistd.h>

namespace std {

typedef __basic_file<char> File;

/* The modes of stdio for those of streams; null for those that mean none. */
static const char *mode_of(ios_base::openmode mode) {
    const ios_base::openmode in = ios_base::in, out = ios_base::out, trunc = ios_base::trunc, app = ios_base::app;
    switch (mode & (in | out | trunc | app)) {
    case in: return "r";
    case out:
    case out | trunc: return "w";
    case app:
    case out | app: return "a";
    case in | out: return "r+";
    case in | out | trunc: return "w+";
    case in | app:
    case in | out | app: return "a+";
    default: return nullptr;
    }
}

File::__basic_file(__c_lock *) noexcept : _M_cfile(nullptr), _M_cfile_created(false) {}
File::~__basic_file() { close(); }

File *File::open(const char *name, ios_base::openmode mode, int) {
    const char *how = mode_of(mode);
    if (!how || is_open())
        return nullptr;
    _M_cfile = fopen(name, how);
    _M_cfile_created = _M_cfile != nullptr;
    return _M_cfile ? this : nullptr;
}

File *File::sys_open(__c_file *file, ios_base::openmode) {
    if (is_open() || !file)
        return nullptr;
    fflush(file);
    _M_cfile = file;
    _M_cfile_created = false;
    return this;
}

File *File::sys_open(int descriptor, ios_base::openmode mode) noexcept {
    const char *how = mode_of(mode);
    if (!how || is_open())
        return nullptr;
    _M_cfile = fdopen(descriptor, how);
    _M_cfile_created = _M_cfile != nullptr;
    return _M_cfile ? this : nullptr;
}

File *File::close() {
    if (!is_open())
        return nullptr;
    int result = _M_cfile_created ? fclose(_M_cfile) : 0;
    _M_cfile = nullptr;
    return result ? nullptr : this;
}

bool File::is_open() const noexcept { return _M_cfile != nullptr; }
int File::fd() noexcept { return fileno(_M_cfile); }
__c_file *File::file() noexcept { return _M_cfile; }

/* Buffers are above: nothing is kept in the stream of stdio. */
streamsize File::xsputn(const char *text, streamsize size) {
    streamsize written = 0;
    while (written < size) {
        ssize_t more = write(fd(), text + written, size - written);
        if (more <= 0)
            break;
        written += more;
    }
    return written;
}

streamsize File::xsputn_2(const char *first, streamsize size, const char *second, streamsize more) {
    streamsize written = xsputn(first, size);
    return written == size ? written + xsputn(second, more) : written;
}

streamsize File::xsgetn(char *text, streamsize size) { return read(fd(), text, size); }

streamoff File::seekoff(streamoff offset, ios_base::seekdir from) noexcept {
    int whence = from == ios_base::beg ? SEEK_SET : from == ios_base::cur ? SEEK_CUR : SEEK_END;
    return lseek(fd(), offset, whence);
}

int File::sync() { return fflush(_M_cfile); }

streamsize File::showmanyc() {
    struct stat status;
    off_t at = lseek(fd(), 0, SEEK_CUR);
    if (at < 0 || fstat(fd(), &status) || !S_ISREG(status.st_mode))
        return 0;
    return status.st_size - at;
}

template class basic_filebuf<char>;
template class basic_ifstream<char>;
template class basic_ofstream<char>;
template class basic_fstream<char>;

} // namespace std
