#define CHOSEN 'x'
