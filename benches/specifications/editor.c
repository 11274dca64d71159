// A modal editor of one line: keys come from standard input. What is wrong: a macro whose recording was ended while text
// was being inserted (control-Q), and which is played while text is being inserted (control-A).
// options: --stdin 14 --spec editor.spec
#include "editor.h"
#include <stdio.h>
#include <string.h>

enum { ROOM = 24, MARKS = 3, MACRO = 8, CHANGES = 32 };
enum mode { COMMAND, INSERT, REPLACE };

struct change {
    int position;
    int removed;
    int starts_group;
};

struct editor {
    enum mode mode;
    char text[ROOM];
    int size;
    int cursor;
    int marks[MARKS];
    char yanked[ROOM];
    int yanked_size;
    char macro[MACRO];
    int macro_size;
    int is_recording;
    int is_playing;
    int count;
    int beeps;
};

static struct change changes[CHANGES];
static int change_count, is_group_new;

void undo_begin(void) {
    is_group_new = 1;
}

void undo_end(void) {
    is_group_new = 0;
}

void undo_record(int position, int removed) {
    if (change_count == CHANGES) {
        memmove(changes, changes + 1, sizeof changes - sizeof changes[0]);
        change_count--;
    }
    changes[change_count++] = (struct change){position, removed, is_group_new};
    is_group_new = 0;
}

static int is_word(int c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

static void beep(struct editor *e) {
    e->beeps++;
}

static void insert_at(struct editor *e, int position, char c) {
    if (e->size == ROOM) {
        beep(e);
        return;
    }
    memmove(e->text + position + 1, e->text + position, (size_t)(e->size - position));
    e->text[position] = c;
    e->size++;
    for (int i = 0; i < MARKS; i++)
        if (e->marks[i] > position)
            e->marks[i]++;
    undo_record(position, -1);
}

static void remove_at(struct editor *e, int position) {
    int c = e->text[position];
    memmove(e->text + position, e->text + position + 1, (size_t)(e->size - position - 1));
    e->size--;
    for (int i = 0; i < MARKS; i++)
        if (e->marks[i] > position)
            e->marks[i]--;
    undo_record(position, c);
}

static void move_word(struct editor *e) {
    int c = e->cursor;
    while (c < e->size && is_word(e->text[c]))
        c++;
    while (c < e->size && !is_word(e->text[c]))
        c++;
    e->cursor = c;
}

static void move_back(struct editor *e) {
    int c = e->cursor;
    while (c > 0 && !is_word(e->text[c - 1]))
        c--;
    while (c > 0 && is_word(e->text[c - 1]))
        c--;
    e->cursor = c;
}

static void delete_here(struct editor *e) {
    int count = e->count ? e->count : 1;
    undo_begin();
    while (count-- > 0 && e->cursor < e->size)
        remove_at(e, e->cursor);
    undo_end();
}

static void yank_word(struct editor *e) {
    e->yanked_size = 0;
    for (int i = e->cursor; i < e->size && is_word(e->text[i]); i++)
        e->yanked[e->yanked_size++] = e->text[i];
    if (e->yanked_size == 0)
        beep(e);
}

static void put(struct editor *e) {
    if (e->yanked_size == 0) {
        beep(e);
        return;
    }
    undo_begin();
    for (int i = 0; i < e->yanked_size; i++)
        insert_at(e, e->cursor + i, e->yanked[i]);
    undo_end();
}

static void undo(struct editor *e) {
    if (change_count == 0) {
        beep(e);
        return;
    }
    struct change last;
    do {
        last = changes[--change_count];
        if (last.removed < 0) {
            memmove(e->text + last.position, e->text + last.position + 1, (size_t)(e->size - last.position - 1));
            e->size--;
        } else if (e->size < ROOM) {
            memmove(e->text + last.position + 1, e->text + last.position, (size_t)(e->size - last.position));
            e->text[last.position] = (char)last.removed;
            e->size++;
        }
    } while (!last.starts_group && change_count > 0);
    if (e->cursor > e->size)
        e->cursor = e->size;
}

static void toggle_case(struct editor *e) {
    if (e->cursor >= e->size) {
        beep(e);
        return;
    }
    char *c = &e->text[e->cursor];
    if (*c >= 'a' && *c <= 'z')
        *c -= 'a' - 'A';
    else if (*c >= 'A' && *c <= 'Z')
        *c += 'a' - 'A';
    e->cursor++;
}

static void key(struct editor *e, int c);

static void play(struct editor *e) {
    if (e->macro_size == 0 || e->is_playing) {
        beep(e);
        return;
    }
    e->is_playing = 1;
    for (int i = 0; i < e->macro_size; i++)
        key(e, e->macro[i]);
    e->is_playing = 0;
}

static void insert_key(struct editor *e, int c) {
    if (c == 27) {
        e->mode = COMMAND;
        undo_end();
        if (e->cursor > 0)
            e->cursor--;
    } else if (c == 1) {
        // Control-A plays what was recorded, as @ does in the other mode.
        if (e->macro_size > 0 && !e->is_playing && !e->is_recording) {
            undo_end();
            e->mode = COMMAND;
            play(e);
            e->mode = INSERT;
            undo_begin();
        }
    } else if (c == 17) {
        e->is_recording = 0;
    } else if (c == 8) {
        if (e->cursor > 0)
            remove_at(e, --e->cursor);
    } else if (c >= 32 && c < 127) {
        insert_at(e, e->cursor, (char)c);
        if (e->cursor < e->size)
            e->cursor++;
    } else {
        beep(e);
    }
}

static void command_key(struct editor *e, int c) {
    if (c >= '1' && c <= '9') {
        e->count = (10 * e->count + (c - '0')) % 100;
        return;
    }
    switch (c) {
    case 'h':
        e->cursor -= e->cursor > 0;
        break;
    case 'l':
        e->cursor += e->cursor < e->size;
        break;
    case '0':
        e->cursor = 0;
        break;
    case '$':
        e->cursor = e->size;
        break;
    case 'w':
        move_word(e);
        break;
    case 'b':
        move_back(e);
        break;
    case 'x':
        delete_here(e);
        break;
    case '~':
        toggle_case(e);
        break;
    case 'y':
        yank_word(e);
        break;
    case 'p':
        put(e);
        break;
    case 'u':
        undo(e);
        break;
    case 'm':
        e->marks[e->count % MARKS] = e->cursor;
        break;
    case '\'':
        e->cursor = e->marks[e->count % MARKS];
        break;
    case 'i':
        undo_begin();
        e->mode = INSERT;
        break;
    case 'q':
        if (e->is_playing)
            beep(e);
        else
            e->is_recording = !e->is_recording;
        break;
    case '@':
        play(e);
        break;
    default:
        beep(e);
    }
    e->count = 0;
}

static void key(struct editor *e, int c) {
    if (e->is_recording && c != 'q' && c != 17 && !e->is_playing) {
        if (e->macro_size < MACRO)
            e->macro[e->macro_size++] = (char)c;
        else
            beep(e);
    }
    if (e->mode == INSERT)
        insert_key(e, c);
    else
        command_key(e, c);
}

int main(void) {
    static struct editor editor;
    int c;
    while ((c = getchar()) != EOF)
        key(&editor, c);
    return editor.beeps > 3;
}
