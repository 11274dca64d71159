/* Type descriptions: which type is a base of which, and where; dynamic_cast. */
#include "runtime.h"

std::type_info::~type_info() {}
bool std::type_info::__is_pointer_p() const { return false; }
bool std::type_info::__is_function_p() const { return false; }
bool std::type_info::__do_catch(const type_info *thrown, void **, unsigned) const { return *this == *thrown; }
bool std::type_info::__do_upcast(const __cxxabiv1::__class_type_info *, void **) const { return false; }

namespace __cxxabiv1 {

/* The compiler puts the descriptions of the fundamental types beside the first of these. */
__fundamental_type_info::~__fundamental_type_info() {}
__array_type_info::~__array_type_info() {}
__function_type_info::~__function_type_info() {}
bool __function_type_info::__is_function_p() const { return true; }
__enum_type_info::~__enum_type_info() {}
__pbase_type_info::~__pbase_type_info() {}
__pointer_type_info::~__pointer_type_info() {}
bool __pointer_type_info::__is_pointer_p() const { return true; }
__pointer_to_member_type_info::~__pointer_to_member_type_info() {}
__class_type_info::~__class_type_info() {}
__si_class_type_info::~__si_class_type_info() {}
__vmi_class_type_info::~__vmi_class_type_info() {}

bool __class_type_info::wfl_direct_base(unsigned, wfl_base &) const { return false; }

bool __si_class_type_info::wfl_direct_base(unsigned number, wfl_base &found) const {
    found = {base, 2};
    return number == 0;
}

bool __vmi_class_type_info::wfl_direct_base(unsigned number, wfl_base &found) const {
    if (number >= count)
        return false;
    found = bases[number];
    return true;
}

namespace {

/* Where a direct base of an object is. */
const char *place_of(const wfl_base &base, const char *object) {
    if (!base.is_virtual())
        return object + base.offset();
    const char *table = *(const char *const *)object;
    return object + *(const ptrdiff_t *)(table + base.offset());
}

/* A base that is sought in an object. */
struct Search {
    const __class_type_info *wanted;
    /* Only one at this place, if any. */
    const char *place;
    const char *found = nullptr;
    bool ambiguous = false, is_public = false, is_known = false;

    void add(const char *at, bool by_public) {
        if (place && at != place)
            return;
        if (is_known && found != at)
            ambiguous = true;
        if (is_known && found == at)
            by_public |= is_public;
        is_known = true;
        found = at;
        is_public = by_public;
    }

    void in(const __class_type_info *type, const char *object, bool by_public) {
        if (*type == *wanted)
            return add(object, by_public);
        wfl_base base;
        for (unsigned number = 0; type->wfl_direct_base(number, base); number++) {
            /* A null pointer has its bases at null. */
            const char *at = object ? place_of(base, object) : nullptr;
            in(base.type, at, by_public && base.is_public());
        }
    }

    bool is_unique() const { return is_known && !ambiguous && is_public; }
};

/* The objects of a type in an object that have a given base in public. */
struct Derived {
    const __class_type_info *wanted, *base;
    const char *place;
    const char *found = nullptr;
    bool ambiguous = false;

    void in(const __class_type_info *type, const char *object) {
        if (*type == *wanted) {
            Search search{base, place};
            search.in(type, object, true);
            if (search.is_known && search.is_public) {
                ambiguous |= found && found != object;
                found = object;
            }
            return;
        }
        wfl_base direct;
        for (unsigned number = 0; type->wfl_direct_base(number, direct); number++)
            in(direct.type, place_of(direct, object));
    }
};

} // namespace

bool __class_type_info::__do_upcast(const __class_type_info *target, void **object) const {
    Search search{target, nullptr};
    const char *start = (const char *)*object;
    if (!start) {
        /* Bases of a null pointer are told apart as in an object without virtual bases. */
        search.in(this, nullptr, true);
        return search.is_unique();
    }
    search.in(this, start, true);
    if (!search.is_unique())
        return false;
    *object = (void *)search.found;
    return true;
}

bool __class_type_info::__do_catch(const std::type_info *thrown, void **object, unsigned outer) const {
    if (*this == *thrown)
        return true;
    /* Behind several pointers there is no conversion. */
    return outer < 4 && thrown->__do_upcast(this, object);
}

bool __pbase_type_info::__do_catch(const std::type_info *thrown, void **object, unsigned outer) const {
    if (*this == *thrown)
        return true;
    /* A null pointer becomes one of any type; a member pointer is null with another pattern. */
    if (*thrown == typeid(std::nullptr_t)) {
        if (!__is_pointer_p())
            wf__unsupported("a null pointer caught as a pointer to a member");
        *object = nullptr;
        return true;
    }
    if (typeid(*this) != typeid(*thrown))
        return false;
    /* Each pointer but the outermost must be constant for what it points to to be more qualified. */
    if (!(outer & 1))
        return false;
    auto other = static_cast<const __pbase_type_info *>(thrown);
    unsigned function = is_noexcept, qualifiers = constant | is_volatile | restricted;
    if ((other->flags & qualifiers) & ~flags)
        return false;
    if ((flags & function) & ~other->flags)
        return false;
    if (!(flags & constant))
        outer &= ~1u;
    return wfl_takes(other, object, outer);
}

bool __pbase_type_info::wfl_takes(const __pbase_type_info *thrown, void **object, unsigned outer) const {
    return pointee->__do_catch(thrown->pointee, object, outer + 2);
}

bool __pointer_type_info::wfl_takes(const __pbase_type_info *thrown, void **object, unsigned outer) const {
    if (outer < 2 && *pointee == typeid(void))
        return !thrown->pointee->__is_function_p();
    return __pbase_type_info::wfl_takes(thrown, object, outer);
}

bool __pointer_to_member_type_info::wfl_takes(const __pbase_type_info *thrown, void **object,
                                              unsigned outer) const {
    auto other = static_cast<const __pointer_to_member_type_info *>(thrown);
    return *context == *other->context && __pbase_type_info::wfl_takes(thrown, object, outer + 4);
}

extern "C" void *__dynamic_cast(const void *object, const __class_type_info *from, const __class_type_info *to,
                                ptrdiff_t) {
    const void *const *table = *(const void *const *const *)object;
    const char *whole = (const char *)object + (ptrdiff_t)table[-2];
    auto type = (const __class_type_info *)table[-1];
    const char *place = (const char *)object;
    Derived derived{to, from, place};
    derived.in(type, whole);
    if (derived.found && !derived.ambiguous)
        return (void *)derived.found;
    Search base{from, place}, sibling{to, nullptr};
    base.in(type, whole, true);
    sibling.in(type, whole, true);
    return base.is_known && base.is_public && sibling.is_unique() ? (void *)sibling.found : nullptr;
}

} // namespace __cxxabiv1
