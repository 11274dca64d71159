/* memory_resource: the resources there are, buffers that only grow, and pools. */
#include "runtime.h"
#include <memory_resource>
#include <new>

namespace std {
namespace pmr {

memory_resource::~memory_resource() = default;

namespace {

class NewDelete final : public memory_resource {
    void *do_allocate(size_t size, size_t alignment) override {
        return alignment > __STDCPP_DEFAULT_NEW_ALIGNMENT__ ? ::operator new(size, align_val_t(alignment))
                                                            : ::operator new(size);
    }
    void do_deallocate(void *object, size_t size, size_t alignment) noexcept override {
        if (alignment > __STDCPP_DEFAULT_NEW_ALIGNMENT__)
            ::operator delete(object, size, align_val_t(alignment));
        else
            ::operator delete(object, size);
    }
    bool do_is_equal(const memory_resource &other) const noexcept override { return this == &other; }
};

class Null final : public memory_resource {
    void *do_allocate(size_t, size_t) override { throw bad_alloc(); }
    void do_deallocate(void *, size_t, size_t) noexcept override {}
    bool do_is_equal(const memory_resource &other) const noexcept override { return this == &other; }
};

memory_resource *default_resource;

/* In memory that is never given back. */
template <class Resource> memory_resource *only() {
    alignas(Resource) static char place[sizeof(Resource)];
    static bool is_made;
    if (!is_made)
        new (place) Resource;
    is_made = true;
    return (memory_resource *)place;
}

} // namespace

memory_resource *new_delete_resource() noexcept { return only<NewDelete>(); }
memory_resource *null_memory_resource() noexcept { return only<Null>(); }
memory_resource *get_default_resource() noexcept {
    return default_resource ? default_resource : new_delete_resource();
}
memory_resource *set_default_resource(memory_resource *resource) noexcept {
    memory_resource *before = get_default_resource();
    default_resource = resource;
    return before;
}

/* The end of each buffer says how large it is, how it is aligned, and which was taken before. Sizes are those of
   libstdc++, as the resource above sees them. */
class monotonic_buffer_resource::_Chunk {
public:
    _Chunk *before;
    size_t size_and_alignment;
};

static const size_t unit = 64;

void monotonic_buffer_resource::_M_new_buffer(size_t size, size_t alignment) {
    size_t most = size > _M_next_bufsiz ? size : _M_next_bufsiz;
    if (alignment < alignof(max_align_t))
        alignment = alignof(max_align_t);
    size_t whole = (most + sizeof(_Chunk) + unit - 1) & -unit;
    if (whole < most)
        whole = -unit;
    char *place = (char *)_M_upstream->allocate(whole, alignment);
    size_t room = whole - sizeof(_Chunk);
    _M_head = new (place + room) _Chunk{_M_head, whole | (size_t)__builtin_ctzl(alignment)};
    _M_current_buf = place;
    _M_avail = room;
    _M_next_bufsiz *= _S_growth_factor;
}

void monotonic_buffer_resource::_M_release_buffers() noexcept {
    while (_Chunk *last = _M_head) {
        _M_head = last->before;
        size_t whole = last->size_and_alignment & -unit, alignment = 1ul << (last->size_and_alignment & (unit - 1));
        _M_upstream->deallocate((char *)last + sizeof(_Chunk) - whole, whole, alignment);
    }
}

monotonic_buffer_resource::~monotonic_buffer_resource() { release(); }

/* Pools take each object alone, which shows accesses outside of it. What a resource above is asked for is then
   something else than natively: only those are taken that do not tell. */
static bool tells_nobody(const memory_resource *resource) {
    while (auto *buffers = dynamic_cast<const monotonic_buffer_resource *>(resource))
        resource = buffers->upstream_resource();
    return resource == new_delete_resource();
}

static pool_options usual(const pool_options &asked) {
    size_t blocks = asked.max_blocks_per_chunk, largest = asked.largest_required_pool_block;
    const size_t most_blocks = (1ul << 19) - 1, most_bytes = 1ul << 22;
    blocks = blocks == 0 ? 1ul << 14 : blocks > most_blocks ? most_blocks : (blocks + 3) & -4ul;
    largest = largest == 0 ? 4096 : largest < 64 ? 64 : largest > most_bytes ? most_bytes : (largest + 7) & -8ul;
    return {blocks > most_blocks ? most_blocks : blocks, largest};
}

struct __pool_resource::_BigBlock {
    char *place;
    size_t size, alignment;
};

__pool_resource::__pool_resource(const pool_options &options, memory_resource *above)
    : _M_opts(usual(options)), _M_unpooled(above), _M_npools(0) {
    if (!tells_nobody(above))
        wf__unsupported("a pool of memory that takes it from another resource than new and delete");
}
__pool_resource::~__pool_resource() { release(); }

/* Before an object there is its number in the list of all. */
static size_t space_before(size_t alignment) { return alignment < 16 ? 16 : alignment; }
static size_t &number_of(void *object) { return ((size_t *)object)[-1]; }

void *__pool_resource::allocate(size_t size, size_t alignment) {
    size_t space = space_before(alignment);
    if (size > PTRDIFF_MAX - space)
        throw bad_alloc();
    _BigBlock block{nullptr, space + (size ? size : 1), space};
    _M_unpooled.push_back(block);
    try {
        block.place = (char *)resource()->allocate(block.size, block.alignment);
    } catch (...) {
        _M_unpooled.pop_back();
        throw;
    }
    _M_unpooled.back() = block;
    void *object = block.place + space;
    number_of(object) = _M_unpooled.size() - 1;
    return object;
}

void __pool_resource::deallocate(void *object, size_t, size_t) {
    size_t number = number_of(object);
    _BigBlock block = _M_unpooled[number], last = _M_unpooled.back();
    number_of(last.place + space_before(last.alignment)) = number;
    _M_unpooled[number] = last;
    _M_unpooled.pop_back();
    resource()->deallocate(block.place, block.size, block.alignment);
}

void __pool_resource::release() noexcept {
    for (const _BigBlock &block : _M_unpooled)
        resource()->deallocate(block.place, block.size, block.alignment);
    _M_unpooled.clear();
}

unsynchronized_pool_resource::unsynchronized_pool_resource(const pool_options &options, memory_resource *above)
    : _M_impl(options, above) {}
unsynchronized_pool_resource::~unsynchronized_pool_resource() = default;
void unsynchronized_pool_resource::release() { _M_impl.release(); }
void *unsynchronized_pool_resource::do_allocate(size_t size, size_t alignment) {
    return _M_impl.allocate(size, alignment);
}
void unsynchronized_pool_resource::do_deallocate(void *object, size_t size, size_t alignment) {
    _M_impl.deallocate(object, size, alignment);
}

synchronized_pool_resource::synchronized_pool_resource(const pool_options &options, memory_resource *above)
    : _M_impl(options, above) {}
synchronized_pool_resource::~synchronized_pool_resource() = default;
void synchronized_pool_resource::release() { _M_impl.release(); }
void *synchronized_pool_resource::do_allocate(size_t size, size_t alignment) {
    return _M_impl.allocate(size, alignment);
}
void synchronized_pool_resource::do_deallocate(void *object, size_t size, size_t alignment) {
    _M_impl.deallocate(object, size, alignment);
}

} // namespace pmr
} // namespace std
