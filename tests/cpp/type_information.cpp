// typeid of static and dynamic types, names, order, hash codes of equal types; null pointers.
#include <cstdio>
#include <map>
#include <string>
#include <typeindex>
#include <typeinfo>
struct Base { virtual ~Base() {} };
struct Derived : Base {};
struct Plain {};
namespace space { template <class T> struct Box { virtual ~Box() {} T t; }; enum class Colour { red }; }
int main() {
    Derived derived;
    Base &base = derived;
    std::printf("%s %s %d\n", typeid(base).name(), typeid(Base).name(), typeid(base) == typeid(Derived));
    std::printf("%s %s %s %s\n", typeid(int).name(), typeid(const char *).name(), typeid(double[3]).name(),
                typeid(int (*)(long)).name());
    std::printf("%s %s %s\n", typeid(space::Box<int>).name(), typeid(space::Colour).name(), typeid(Plain).name());
    std::map<std::type_index, std::string> names;
    names[typeid(int)] = "int";
    names[typeid(Derived)] = "Derived";
    std::printf("%s %zu\n", names[typeid(base)].c_str(), names.size());
    std::printf("%d\n", typeid(int).hash_code() == typeid(int).hash_code());
    Base *null = nullptr;
    try {
        std::printf("%s\n", typeid(*null).name());
    } catch (std::bad_typeid &error) {
        std::printf("%s\n", error.what());
    }
}
