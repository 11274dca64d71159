#define LIMIT 42
