/* The in-memory file system and its descriptors, as the models of unistd.h and stdio.h see them. */
#ifndef WFL_FILES_H
#define WFL_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum wfl_kind {
    WFL_REGULAR,
    WFL_DIRECTORY,
    WFL_STDIN,  /* what the machine's user types */
    WFL_OUTPUT, /* stdout and stderr; `number` says which */
    WFL_NULL,
    WFL_ZERO,
};

/* What a path names. */
struct wfl_node {
    char *name;
    enum wfl_kind kind;
    unsigned char *data;
    size_t size, capacity;
    uint64_t taken; /* of a pipe: bytes read so far */
    int input;  /* input file not loaded yet, or -1 */
    int number; /* inode number; for WFL_OUTPUT the descriptor of the machine */
    unsigned mode;
    unsigned long described; /* number by which stat() knows it, 0 if it was not asked yet */
    bool pipe;    /* standard input, where its bytes are an input */
    bool linked;  /* has a name */
    bool host;    /* is a real file too, in `run` */
    bool changed; /* since it was loaded or written back */
    unsigned references;
    struct wfl_node *next;
};

/* An open file description: what dup shares. */
struct wfl_open {
    struct wfl_node *node;
    uint64_t offset;
    int flags; /* those of open() */
    unsigned references;
};

/* Permissions that a new file does not get. */
extern unsigned wfl_file_mask;

/* These set errno and return -1 or null on failure. */
int wfl_file_open(const char *path, int flags, unsigned mode);
int wfl_file_close(int descriptor);
int64_t wfl_file_read(int descriptor, void *buffer, size_t size);
int64_t wfl_file_write(int descriptor, const void *data, size_t size);
int64_t wfl_file_seek(int descriptor, int64_t offset, int origin);
int wfl_file_duplicate(int descriptor, int lowest);
int wfl_file_duplicate_to(int descriptor, int to);
int wfl_file_truncate(struct wfl_node *node, uint64_t size);
int wfl_file_unlink(const char *path, bool directory);
int wfl_file_rename(const char *from, const char *to);
int wfl_file_make_directory(const char *path, unsigned mode);
int wfl_file_anonymous(void);
struct wfl_open *wfl_file_of(int descriptor);
/* Of an open descriptor: whether another program would not get it. */
bool *wfl_file_closed_on_exec(int descriptor);
/* Where the next byte is read: all who read from a pipe take from the same bytes. */
static inline uint64_t *wfl_file_position(struct wfl_open *open) {
    return open->node->pipe ? &open->node->taken : &open->offset;
}
/* Bytes that can be read before the end; -1 where that is not known. */
int64_t wfl_file_waiting(struct wfl_open *open);
struct wfl_node *wfl_file_find(const char *path);
/* Whether its owner, who is the program's user, may do this: 4 read, 2 write, 1 execute or search. */
static inline bool wfl_file_allows(struct wfl_node *node, unsigned what) {
    return (node->mode >> 6 & what) == what;
}

/* Writes what changed back to real files, in `run`. */
void wfl_files_finish(void);

#endif
