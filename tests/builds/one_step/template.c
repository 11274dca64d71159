int NAME(int x) { return (x * FACTOR); }
