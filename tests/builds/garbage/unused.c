int unused(int c) { return c + 1; }
