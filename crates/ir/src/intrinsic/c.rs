//! What C programs and the library models in C ask of the machine: memory by address, files, the host.

use super::{I32, I64, PTR};

intrinsics! {
    /// An operation for C.
    CIntrinsic:

    /// `(address, size, name, type)`: fills memory with a fresh input. `name` and `type` are C
    /// strings; `type` is a C type name (one input of that width) or `"bytes"` (one input a byte).
    Input = "input"(PTR, I64, PTR, PTR);
    /// `(kind, message)`: the program made the error of that name ([`crate::ErrorKind::name`]),
    /// reported at the innermost caller that is user code.
    Error = "error"(PTR, PTR);
    /// Heap object of that size, contents undefined; never null.
    Malloc = "malloc"(I64) -> PTR;
    /// Frees a heap object that neither `new` nor `new[]` made; null is fine.
    Free = "free"(PTR);
    /// An error, as of `free`, if an object was freed before: for what frees it in the end, but looks at it first.
    NotFreed = "not_freed"(PTR);
    /// The path is left out if an object was freed before: who still has its address is not to use it.
    Unfreed = "unfreed"(PTR);
    /// `(object, by)`: a heap object is made by `new` (1), or, if it is so far, by `new[]` (2): that is what
    /// ends it. Of other memory, which an operator of the program may give, nothing is said.
    Made = "made"(PTR, I32);
    /// Undoes that for what `new[]` made, which is for `delete` then: an error if `new` made it. Other memory is
    /// not looked at.
    Unmade = "unmade"(PTR);
    /// Frees a heap object that `new` made; null is fine.
    Delete = "delete"(PTR);
    /// `(object, size, by)`: an error if `new` (1) or `new[]` (2) made the object, of another size.
    MadeOfSize = "made_of_size"(PTR, I64, I32);
    /// 1 if the next allocation shall fail: always 0 unless failing allocation is asked for, then
    /// a decision of the path.
    MallocFails = "malloc_fails"() -> I32;
    /// Size in bytes of the object a pointer points into.
    ObjectSize = "object_size"(PTR) -> I64;
    /// Offset of a pointer in its object.
    ObjectOffset = "object_offset"(PTR) -> I64;
    /// 1 if two pointers are known to point into one object, whatever the inputs.
    OneObject = "one_object"(PTR, PTR) -> I32;
    /// `(to, from, size)`: moves what a heap object has into the one that takes its place, whatever of it may be accessed.
    MoveObject = "move_object"(PTR, PTR, I64);
    /// `(to, from, size)`, the ranges must not overlap.
    Memcpy = "memcpy"(PTR, PTR, I64);
    /// `(to, from, size)`, any overlap.
    Memmove = "memmove"(PTR, PTR, I64);
    /// `(to, byte, size)`.
    Memset = "memset"(PTR, I32, I64);
    /// Length of the C string, or -1 if a byte before its end is symbolic (the model then walks
    /// it byte by byte). Errors as the walk would.
    StringLength = "string_length"(PTR) -> I64;
    /// `(a, b, size)`: like C `memcmp`, or 2 if a byte is symbolic (then the model walks).
    Memcmp = "memcmp"(PTR, PTR, I64) -> I32;
    /// Fills a `va_list` with the variadic arguments of the calling function.
    VaStart = "va_start"(PTR);
    /// `(to, from)`: copies a `va_list`.
    VaCopy = "va_copy"(PTR, PTR);
    /// A mark of the stack for `stack_restore`.
    StackSave = "stack_save"() -> PTR;
    /// Kills the stack objects of this frame made since the mark.
    StackRestore = "stack_restore"(PTR);
    /// Ends the program by that signal.
    Killed = "killed"(I32);
    /// `(descriptor, data, size)`: bytes the program writes to stdout (1) or stderr (2).
    Output = "output"(I32, PTR, I64);
    /// `(buffer, size)`: reads the real stdin in `run`; -1 where stdin is an input file.
    HostRead = "host_read"(PTR, I64) -> I64;
    /// Number of input files (`--file`, `--stdin`), fixed for the run.
    FileCount = "file_count"() -> I32;
    /// `(file, buffer, size)`: name of an input file; stdin is the file named `-`. Returns its
    /// length.
    FileName = "file_name"(I32, PTR, I64) -> I64;
    /// Size of an input file in bytes.
    FileSize = "file_size"(I32) -> I64;
    /// `(file, buffer)`: contents of an input file, real or symbolic, into a buffer of its size.
    FileContents = "file_contents"(I32, PTR);
    /// `(path, buffer, size)`: in `run`, loads a real file: its size, contents copied as far as
    /// `size` reaches; -1 if there is none or elsewhere than in `run`.
    HostFile = "host_file"(PTR, PTR, I64) -> I64;
    /// `(path, data, size)`: in `run`, writes a real file (0, or -1 on failure); elsewhere does
    /// nothing and returns 0.
    HostFileWrite = "host_file_write"(PTR, PTR, I64) -> I32;
    /// `(operation, path, other, number, buffer, size)`: in `run`, looks at or changes names and attributes of
    /// real files; the operations are those of the library's `files.h`. Returns -1 or less where the system
    /// refuses, with its error negated, else 0 or how many bytes there are, of which the buffer got as many
    /// as it has room for.
    HostCall = "host_call"(I32, PTR, PTR, I64, PTR, I64) -> I64;
    /// Number of environment variables (`--env`).
    EnvironmentCount = "environment_count"() -> I32;
    /// `(index, buffer, size)`: `NAME=value` of an environment variable; returns its length
    /// without the final zero.
    Environment = "environment"(I32, PTR, I64) -> I64;
    /// `(name)`: says that a library function met something its model does not cover; the path
    /// ends as *unsupported*.
    Unsupported = "unsupported"(PTR);
    /// `(name)`: the path looked at something of its surroundings that a native run sees otherwise:
    /// counted, at the innermost caller that is user code.
    Approximation = "approximation"(PTR);
    /// `(address)`: the path makes a number of the address of an object, which is another one in a
    /// native run: counted.
    AddressSeen = "address_seen"(PTR);
    /// `(address, address)`: the path takes the order of two addresses: counted if they are of different objects, which
    /// lie otherwise in a native run.
    AddressesCompared = "addresses_compared"(PTR, PTR);
    /// `(address, address)`: the same of their difference.
    AddressesSubtracted = "addresses_subtracted"(PTR, PTR);
    /// `(address, address)`: the path takes whether two addresses are equal, in a program whose objects move: counted if
    /// one is of an object that is gone, which may still be there in a native run.
    AddressesMatched = "addresses_matched"(PTR, PTR);
    /// `(address, size)`: the path looks at bytes of memory as numbers: counted if they are part of the
    /// address of an object.
    BytesSeen = "bytes_seen"(PTR, I64);
    /// `(buffer, size)`: the program's name, `argv[0]`; returns its length without the final zero.
    ProgramName = "program_name"(PTR, I64) -> I64;
    /// 1 if that part of the host is an input; the numbering is that of the library's `host.h`.
    IsFree = "is_free"(I32) -> I32;
    /// A warning for the user, once per text.
    Warning = "warning"(PTR);
    /// The number that a pointer is in memory, in programs whose pointers take four bytes there.
    Flatten = "flatten"(PTR) -> I32;
    /// The pointer that such a number is.
    Expand = "expand"(I32) -> PTR;
    /// Saves the point of execution in a `jmp_buf`; 0, or the value given to `longjmp`.
    SetJump = "setjmp"(PTR) -> I32;
    /// `(jmp_buf, value)`: goes back there.
    LongJump = "longjmp"(PTR, I32);
}
