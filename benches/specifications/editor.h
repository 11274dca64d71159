// Undoing in an editor: changes between the beginning and the end of a group are undone together.
void undo_begin(void);
void undo_end(void);
void undo_record(int position, int removed);
