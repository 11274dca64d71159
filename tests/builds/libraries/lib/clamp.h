int limited(int number);
inline int clamp(int number) { return limited(number); }
