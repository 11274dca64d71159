#define H 4
