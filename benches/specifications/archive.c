// Lists an archive of records on standard input and writes what is chosen into files. What is wrong: an entry that goes on in a second
// part, and is cut off there, is closed twice.
// options: --stdin 16 --spec libc
#include <stdio.h>
#include <string.h>

enum { NAME = 6, ENTRIES = 8 };
enum kind { ENTRY = 'E', DATA = 'D', PART = 'P', LINK = 'L', COMMENT = 'C', END = 'Z' };

struct entry {
    char name[NAME + 1];
    int size;
    int mode;
    int parts;
    unsigned checksum;
};

struct archive {
    struct entry entries[ENTRIES];
    int count;
    FILE *out;
    int is_continued;
    int warnings;
    int links;
    int comments;
};

static int read_byte(void) {
    return getchar();
}

static void warn(struct archive *a) {
    a->warnings++;
}

// Names are letters and digits; anything else becomes an underscore.
static int read_name(struct archive *a, char *name) {
    int length = read_byte();
    if (length <= 0 || length > NAME)
        return 0;
    for (int i = 0; i < length; i++) {
        int c = read_byte();
        if (c == EOF)
            return 0;
        if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) {
            name[i] = (char)c;
        } else if (c >= 'A' && c <= 'Z') {
            name[i] = (char)(c + ('a' - 'A'));
        } else {
            name[i] = '_';
            warn(a);
        }
    }
    name[length] = 0;
    return 1;
}

static struct entry *find(struct archive *a, const char *name) {
    for (int i = 0; i < a->count; i++)
        if (strcmp(a->entries[i].name, name) == 0)
            return &a->entries[i];
    return NULL;
}

static void add_to_checksum(struct entry *e, int c) {
    e->checksum = e->checksum << 1 ^ (unsigned)c;
    if (e->checksum & 0x100)
        e->checksum ^= 0x107;
}

static void close_entry(struct archive *a) {
    if (a->out == NULL)
        return;
    struct entry *e = &a->entries[a->count - 1];
    if (e->size > 0 && !a->is_continued)
        warn(a);
    fclose(a->out);
    if (!a->is_continued)
        a->out = NULL;
}

static int wanted(int mode) {
    if (mode == 0)
        return 0;
    if (mode & 0x80)
        return (mode & 0x0f) != 0;
    return 1;
}

static int begin_entry(struct archive *a) {
    if (a->count == ENTRIES)
        return 0;
    struct entry *e = &a->entries[a->count];
    memset(e, 0, sizeof *e);
    if (!read_name(a, e->name))
        return 0;
    if (find(a, e->name) != NULL) {
        warn(a);
        return 1;
    }
    e->size = read_byte();
    e->mode = read_byte();
    if (e->size == EOF || e->mode == EOF)
        return 0;
    close_entry(a);
    a->is_continued = 0;
    a->count++;
    if (wanted(e->mode))
        a->out = tmpfile();
    return 1;
}

static int read_data(struct archive *a) {
    int length = read_byte();
    if (length == EOF)
        return 0;
    if (a->count == 0) {
        warn(a);
        return 1;
    }
    struct entry *e = &a->entries[a->count - 1];
    for (int i = 0; i < length; i++) {
        int c = read_byte();
        if (c == EOF) {
            close_entry(a);
            return 0;
        }
        add_to_checksum(e, c);
        if (e->size > 0)
            e->size--;
        if (a->out != NULL && !a->is_continued)
            putc(c, a->out);
    }
    return 1;
}

// The entry goes on: its size is that of the part from here on.
static int begin_part(struct archive *a) {
    int size = read_byte();
    if (size == EOF)
        return 0;
    if (a->count == 0 || a->out == NULL) {
        warn(a);
        return 1;
    }
    struct entry *e = &a->entries[a->count - 1];
    if (size == 0 || size > 64) {
        warn(a);
        return 1;
    }
    e->parts++;
    e->size += size;
    a->is_continued = 1;
    return 1;
}

static int read_link(struct archive *a) {
    char name[NAME + 1];
    if (!read_name(a, name))
        return 0;
    if (find(a, name) == NULL)
        warn(a);
    else
        a->links++;
    return 1;
}

static int read_comment(struct archive *a) {
    int c, depth = 0, words = 0;
    while ((c = read_byte()) != EOF && c != '\n') {
        if (c == '(')
            depth++;
        else if (c == ')' && depth-- == 0)
            return 0;
        else if (c == ' ')
            words++;
    }
    if (words > 2)
        a->comments++;
    return depth <= 0;
}

static int check(const struct archive *a) {
    int wrong = 0;
    for (int i = 0; i < a->count; i++) {
        const struct entry *e = &a->entries[i];
        if (e->size > 0)
            wrong++;
        if (e->parts > 0 && e->checksum == 0)
            wrong++;
        if ((e->mode & 0x40) && e->checksum != 0x55)
            wrong += 2;
    }
    return wrong;
}

static int read_archive(struct archive *a) {
    for (;;) {
        int go_on;
        switch (read_byte()) {
        case ENTRY:
            go_on = begin_entry(a);
            break;
        case DATA:
            go_on = read_data(a);
            break;
        case PART:
            go_on = begin_part(a);
            break;
        case LINK:
            go_on = read_link(a);
            break;
        case COMMENT:
            go_on = read_comment(a);
            break;
        case END:
            close_entry(a);
            return 1;
        default:
            warn(a);
            go_on = a->warnings < 3;
        }
        if (!go_on)
            return 0;
    }
}

int main(void) {
    static struct archive archive;
    int is_whole = read_archive(&archive);
    if (!is_whole) {
        archive.warnings++;
        close_entry(&archive);
    }
    return check(&archive) > 2;
}
