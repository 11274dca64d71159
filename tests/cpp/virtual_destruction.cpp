// Order of construction and destruction with virtual bases; members; arrays; temporaries and their lifetime.
#include <cstdio>
struct Trace { const char *name; Trace(const char *name) : name(name) { std::printf("+%s ", name); } ~Trace() { std::printf("-%s ", name); } };
struct V { Trace t{"V"}; V() {} virtual ~V() { std::printf("~V "); } };
struct A : virtual V { Trace t{"A"}; virtual ~A() { std::printf("~A "); } };
struct B : virtual V { Trace t{"B"}; virtual ~B() { std::printf("~B "); } };
struct C : B, A { Trace first{"c1"}, second{"c2"}; ~C() override { std::printf("~C "); } };
const Trace &kept() { static Trace t("static"); return t; }
int length(const Trace &t) { int n = 0; while (t.name[n]) n++; return n; }
int main() {
    V *v = new C;
    std::printf("\n");
    delete v;
    std::printf("\n%d ", length(Trace("temporary")));
    const Trace &extended = Trace("extended");
    std::printf("%d\n", length(extended));
    { Trace array[2] = {"x", "y"}; (void)array; }
    kept();
    for (int i = 0; i < 2; i++) { Trace loop("loop"); if (i) break; }
    std::printf("\n");
}
