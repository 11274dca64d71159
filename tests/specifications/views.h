struct table { int cells[4]; };
struct view { struct table *of; };
struct cursor { struct view *of; int at; };
struct view *table_view(struct table *t);
struct cursor *view_cursor(struct view *v);
void table_set(struct table *t, int at, int value);
int cursor_next(struct cursor *c);
