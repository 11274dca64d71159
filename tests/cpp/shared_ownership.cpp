// shared_ptr: aliasing, custom deleters and allocators, cycles and how weak_ptr breaks them, casts, owner order, get_deleter.
#include <cstdio>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

struct Part { int n = 3; };
struct Whole {
    Part parts[2];
    const char *name;
    explicit Whole(const char *name) : name(name) {}
    ~Whole() { std::printf("~%s ", name); }
};
struct Shape { virtual ~Shape() { std::printf("~shape "); } };
struct Circle : Shape { int radius = 4; ~Circle() override { std::printf("~circle "); } };

struct Person : std::enable_shared_from_this<Person> {
    std::string name;
    std::vector<std::shared_ptr<Person>> children;
    std::weak_ptr<Person> parent;
    explicit Person(std::string name) : name(std::move(name)) {}
    ~Person() { std::printf("~%s ", name.c_str()); }
    void adopt(std::shared_ptr<Person> child) {
        child->parent = weak_from_this();
        children.push_back(std::move(child));
    }
};

struct Log {
    int *count;
    void operator()(Part *part) const { ++*count; delete part; }
};

class Cache {
    std::map<int, std::weak_ptr<Whole>> known;
public:
    int made = 0;
    std::shared_ptr<Whole> get(int key) {
        if (auto found = known[key].lock())
            return found;
        made++;
        auto made = std::make_shared<Whole>("cached");
        known[key] = made;
        return made;
    }
};

int main() {
    std::shared_ptr<Part> part;
    {
        auto whole = std::make_shared<Whole>("whole");
        part = std::shared_ptr<Part>(whole, &whole->parts[1]);
        std::printf("%ld %d ", part.use_count(), part.owner_before(whole) || whole.owner_before(part));
    }
    std::printf("%d ", part->n);
    part.reset();
    int count = 0;
    {
        std::shared_ptr<Part> logged(new Part, Log{&count});
        auto other = logged;
        std::printf("%d %d ", std::get_deleter<Log>(other)->count == &count, std::get_deleter<int>(other) == nullptr);
    }
    std::printf("%d\n", count);
    std::shared_ptr<Shape> shape = std::make_shared<Circle>();
    auto circle = std::dynamic_pointer_cast<Circle>(shape);
    auto constant = std::const_pointer_cast<const Shape>(shape);
    std::printf("%d %ld ", std::static_pointer_cast<Circle>(shape)->radius, circle.use_count());
    std::shared_ptr<void> anything = std::move(shape);
    circle.reset();
    constant.reset();
    anything.reset();
    std::printf("\n");
    auto ann = std::make_shared<Person>("Ann");
    auto bob = std::make_shared<Person>("Bob");
    ann->adopt(bob);
    ann->adopt(std::make_shared<Person>("Cid"));
    std::printf("%ld %ld %s ", ann.use_count(), bob.use_count(), bob->parent.lock()->name.c_str());
    ann.reset();
    std::printf("%d\n", bob->parent.expired());
    try {
        std::shared_ptr<Person> gone(bob->parent);
    } catch (const std::bad_weak_ptr &error) {
        std::printf("%s ", error.what());
    }
    try {
        Person alone("Dan");
        alone.shared_from_this();
    } catch (const std::bad_weak_ptr &error) {
        std::printf("%s\n", error.what());
    }
    Cache cache;
    auto one = cache.get(1), same = cache.get(1);
    one.reset();
    same.reset();
    cache.get(1);
    std::printf("%d\n", cache.made);
    std::set<std::weak_ptr<Person>, std::owner_less<>> people{bob, bob};
    std::unique_ptr<Part, Log> unique(new Part, Log{&count});
    std::shared_ptr<Part> from_unique = std::move(unique);
    from_unique = nullptr;
    std::shared_ptr<int[]> array(new int[3]{1, 2, 3});
    std::printf("%zu %d %d %zu\n", people.size(), count, array[2], people.count(bob));
}
