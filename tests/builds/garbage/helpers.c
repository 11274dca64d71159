#pragma GCC visibility push(hidden)
int unused(int c);
#pragma GCC visibility pop

int not_called(int c) { return unused(c); }

__attribute__((visibility("default"))) int helped(int c) { return c == 'x' ? 10 / (c - 'x') : 2; }
