// A large result goes through a hidden pointer; narrow integers are passed extended, the seventh
// and later ones on the stack; what follows a variadic function's parameters is not there.
// options: --function make
// paths: 9
// exhaustive: true
// findings: reach-error 37
// verdicts: confirmed
// tests: confirmed
// branches: all
extern void reach_error(void);

struct large {
  long a[4];
};

struct large make(signed char a, unsigned char b, short c, unsigned short d, _Bool e, int f, long g,
                  unsigned char h, short i, ...) {
  struct large result = {{0}};
  if (a >= 0)
    return result;
  result.a[0] = a;
  if (b <= 200)
    return result;
  result.a[1] = b;
  if (c > -300)
    return result;
  result.a[2] = d;
  if (d < 65000)
    return result;
  result.a[3] = f;
  if (!e)
    return result;
  if (g != (1L << 40) + f)
    return result;
  if (h == 255) {
    if (i == -2)
      reach_error();
  }
  return result;
}

// unit: CHECK(result.a[0] == -1);
