#define WANTED 66
