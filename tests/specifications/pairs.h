struct one { int n; };
struct other { int n; };
void pair(struct one *a, struct other *b);
void part(struct one *a, struct other *b);
