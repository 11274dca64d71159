int scaled(int n) { return n == 'q' ? 0 : 4; }
