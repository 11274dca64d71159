#include <cstdio>
struct A { virtual int f() { return 1; } virtual ~A() { std::printf("~A\n"); } };
struct B : A { int f() override { return 2; } ~B() { std::printf("~B\n"); } };
static A global;
int g(int x) { A local; if (x > 2) throw B(); if (x == 2) throw x; return x; }
int main() {
  A *a = new B; std::printf("%d\n", a->f()); delete a;
  for (int i = 0; i < 4; i++)
    try { std::printf("g %d\n", g(i)); }
    catch (int k) { std::printf("int %d\n", k); }
    catch (A &b) { std::printf("A %d\n", b.f()); }
  auto l = [&](auto v) { return v + 1; };
  std::printf("%d %g\n", l(1), l(2.5));
  return 3;
}
