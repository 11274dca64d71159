/* What the sources of the C++ library share. Names of their own begin with `wfl_`. */
#ifndef WFL_CPP_RUNTIME_H
#define WFL_CPP_RUNTIME_H

#include "../intrinsics.h"
#include <cstddef>
#include <typeinfo>

extern "C" void *wfl_allocate(size_t size);

/* What made an object, as wf__made has it. */
enum { wfl_by_new = 1, wfl_by_new_array = 2 };

/* The classes of type descriptions, as the Itanium C++ ABI lays them out; who derives from whom is told by the
   dynamic type of a description. */
namespace __cxxabiv1 {

class __fundamental_type_info : public std::type_info {
    virtual ~__fundamental_type_info();
};

class __array_type_info : public std::type_info {
    virtual ~__array_type_info();
};

class __function_type_info : public std::type_info {
    virtual ~__function_type_info();
    bool __is_function_p() const override;
};

class __enum_type_info : public std::type_info {
    virtual ~__enum_type_info();
};

class __pbase_type_info : public std::type_info {
public:
    unsigned flags;
    const std::type_info *pointee;
    enum { constant = 1, is_volatile = 2, restricted = 4, incomplete = 8, incomplete_class = 16, is_noexcept = 64 };
    virtual ~__pbase_type_info();
    bool __do_catch(const std::type_info *thrown, void **object, unsigned outer) const override;
    /* Whether a pointer to that may be caught as this one, of as many pointers as the third says. */
    virtual bool wfl_takes(const __pbase_type_info *thrown, void **object, unsigned outer) const;
};

class __pointer_type_info : public __pbase_type_info {
public:
    virtual ~__pointer_type_info();
    bool __is_pointer_p() const override;
    bool wfl_takes(const __pbase_type_info *thrown, void **object, unsigned outer) const override;
};

class __class_type_info;

class __pointer_to_member_type_info : public __pbase_type_info {
public:
    const __class_type_info *context;
    virtual ~__pointer_to_member_type_info();
    bool wfl_takes(const __pbase_type_info *thrown, void **object, unsigned outer) const override;
};

/* A direct base as the ABI describes it: flags, and an offset in the object or, of a virtual base, in the table. */
struct wfl_base {
    const __class_type_info *type;
    long offset_flags;
    bool is_virtual() const { return offset_flags & 1; }
    bool is_public() const { return offset_flags & 2; }
    ptrdiff_t offset() const { return offset_flags >> 8; }
};

class __class_type_info : public std::type_info {
public:
    virtual ~__class_type_info();
    bool __do_catch(const std::type_info *thrown, void **object, unsigned outer) const override;
    bool __do_upcast(const __class_type_info *target, void **object) const override;
    /* The how many-th direct base; false if there are fewer. */
    virtual bool wfl_direct_base(unsigned number, wfl_base &base) const;
};

class __si_class_type_info : public __class_type_info {
public:
    const __class_type_info *base;
    virtual ~__si_class_type_info();
    bool wfl_direct_base(unsigned number, wfl_base &base) const override;
};

class __vmi_class_type_info : public __class_type_info {
public:
    unsigned flags;
    unsigned count;
    wfl_base bases[1];
    virtual ~__vmi_class_type_info();
    bool wfl_direct_base(unsigned number, wfl_base &base) const override;
};

} // namespace __cxxabiv1

#endif
