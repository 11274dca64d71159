extern "C" int in_cpp(int x) { return x + 2; }
