/* The in-memory file system and its descriptors, as the models of unistd.h and stdio.h see them. */
#ifndef WFL_FILES_H
#define WFL_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

enum wfl_kind {
    WFL_REGULAR,
    WFL_DIRECTORY,
    WFL_FIFO,   /* a name of a pipe, which nobody opens */
    WFL_LINK,   /* symbolic; `data` is where to */
    WFL_STDIN,  /* what the machine's user types */
    WFL_OUTPUT, /* stdout and stderr; `number` says which */
    WFL_NULL,
    WFL_ZERO,
    WFL_DEVICE, /* another real file, in `run` */
};

/* What `run` asks of the real disk: the operations of wf__host_call, which the machine numbers alike. */
enum wfl_host_operation {
    WF_HOST_PLACE,            /* the directory that one is in, into the buffer */
    WF_HOST_STATUS,           /* a struct wf_host_status */
    WF_HOST_LIST,             /* the names in a directory, each with a zero behind it */
    WF_HOST_READ_LINK,        /* where a symbolic link leads */
    WF_HOST_CREATE,           /* makes an empty file where there is none; the number is its mode */
    WF_HOST_MAKE_DIRECTORY,   /* the number is its mode */
    WF_HOST_SYMBOLIC_LINK,    /* the other path is where it leads */
    WF_HOST_LINK,             /* the other path is the file that there is */
    WF_HOST_RENAME,           /* to the other path */
    WF_HOST_REMOVE,
    WF_HOST_REMOVE_DIRECTORY,
    WF_HOST_CHANGE_MODE,      /* to the number */
    WF_HOST_CHANGE_TIMES,     /* to four numbers in the buffer: access, change */
    WF_HOST_MAKE_FIFO,        /* the number is its mode */
    WF_HOST_SYSTEM,           /* a struct wf_host_system */
    WF_HOST_NOW,              /* seconds and nanoseconds of the clock that the number names */
    WF_HOST_IDENTITY,         /* numbers of the user and the group */
    WF_HOST_INPUT_PLACE,      /* how far standard input was read, if it is a file; from then on up to the number, unless negative */
};

struct wf_host_status {
    uint64_t device, inode, mode, links, user, group, special, size, blocks, block;
    int64_t accessed[2], modified[2], changed[2];
};

/* What the file system of a path is like. */
struct wf_host_system {
    uint64_t type, block, fragment, blocks, free, available, files, free_files, number, flags, longest_name;
};

struct wfl_entry;

/* A file. */
struct wfl_node {
    enum wfl_kind kind;
    unsigned char *data;
    size_t size, capacity;
    uint64_t taken; /* of a pipe: bytes read so far */
    int input;      /* input file not loaded yet, or -1 */
    int number;     /* of WFL_OUTPUT: the descriptor of the machine */
    unsigned mode;
    unsigned long described; /* number by which stat() knows it, 0 if it was not asked yet */
    bool pipe;               /* standard input, where its bytes are an input; or what pipe() makes */
    bool made;               /* by pipe() */
    unsigned readers, writers; /* of that: open descriptions of its ends */
    bool changed;            /* since it was loaded or written back */
    struct timespec accessed, modified;
    struct wfl_entry *entries;      /* of a directory */
    struct wfl_node *parent;        /* of a directory that has a name */
    unsigned links;                 /* names that it has */
    unsigned references;            /* open file descriptions, and being the directory one is in */
    char *host;                     /* in `run`, the name of the real file that it is */
    uint64_t host_device, host_inode;
    struct wfl_node *next;          /* of those that are real files */
};

/* A name in a directory. */
struct wfl_entry {
    struct wfl_entry *next;
    struct wfl_node *node;
    size_t length;
    char name[];
};

/* An open file description: what dup shares. */
struct wfl_open {
    struct wfl_node *node;
    uint64_t offset;
    int flags; /* those of open() */
    unsigned references;
};

/* files_tree.c: the files and their names. */
extern struct wfl_node *wfl_root;
extern struct wfl_node *wfl_home;  /* the directory that the program was started in */
extern struct wfl_node *wfl_place; /* the one it is in */
extern bool wfl_in_run;
void wfl_files_start(void);
struct wfl_node *wfl_node_new(enum wfl_kind kind, unsigned mode);
/* The file of that name in a directory, or null. */
struct wfl_entry *wfl_entry_of(struct wfl_node *directory, const char *name, size_t length);
void wfl_entry_add(struct wfl_node *directory, const char *name, size_t length, struct wfl_node *node);
void wfl_entry_remove(struct wfl_node *directory, struct wfl_entry *entry);
/* The node's memory goes when nothing can reach it any more. */
void wfl_node_release(struct wfl_node *node);
/* Brings the bytes of an input file or a real one. */
void wfl_node_load(struct wfl_node *node);
void wfl_node_write_back(struct wfl_node *node);
/* In `run`: the real path of a name, to be freed. */
char *wfl_host_path(struct wfl_node *directory, const char *name, size_t length);
/* In `run`: makes names of all real files in a directory known. */
void wfl_host_list(struct wfl_node *directory);
/* By which stat() knows a file: in the order in which they are asked for, as in the native run. */
unsigned long wfl_file_number(struct wfl_node *node);
/* A path with a name behind it, to be freed. */
char *wfl_path_joined(const char *directory, const char *name, size_t length);
/* The path of a directory from the root, to be freed. */
char *wfl_directory_path(struct wfl_node *directory);

/* files_path.c: where a path leads. */
struct wfl_path {
    struct wfl_node *directory; /* where the last name is */
    char *name;                 /* the last name, null for a directory itself: `.`, `..`, `/` */
    size_t length;
    bool parent; /* the last name is `..` */
    bool slash;  /* it ends as the name of a directory */
    struct wfl_node *node; /* what it leads to, or null */
};
/* Which links at the end of a path are gone through. */
enum wfl_follow {
    WFL_TO_NAME, /* none: it is about a name in a directory */
    WFL_TO_LINK, /* those with a slash behind them */
    WFL_TO_MAKE, /* those without one: behind a slash no file is made */
    WFL_TO_FILE, /* all */
};
/* Walks from a directory. On failure errno is set. What was found has to be given to wfl_path_end. */
bool wfl_path_walk(struct wfl_node *from, const char *path, enum wfl_follow follow, struct wfl_path *to);
void wfl_path_end(struct wfl_path *path);
/* The file that a path leads to; sets errno. */
struct wfl_node *wfl_path_find(struct wfl_node *from, const char *path, bool follow);
/* The directory that a path begins in, by the descriptor that `*at` functions get; sets errno. */
struct wfl_node *wfl_path_from(int directory, const char *path);
/* Whether a directory has other names natively than the run is given. */
bool wfl_is_outside(struct wfl_node *directory);
static inline struct wfl_node *wfl_file_find(const char *path) {
    wfl_files_start();
    return wfl_path_find(wfl_place, path, true);
}
/* Whether its owner, who is the program's user, may do this: 4 read, 2 write, 1 execute or search. */
static inline bool wfl_file_allows(struct wfl_node *node, unsigned what) {
    return (node->mode >> 6 & what) == what;
}

/* files_names.c: making, removing and changing names. These return -1 and set errno on failure. */
extern unsigned wfl_file_mask; /* permissions that a new file does not get */
/* Makes a file where there is none, at a path that was walked. */
struct wfl_node *wfl_file_create(struct wfl_path *path, enum wfl_kind kind, unsigned mode);
int wfl_file_unlink(struct wfl_node *from, const char *path, bool directory);
int wfl_file_rename(struct wfl_node *from, const char *path, struct wfl_node *to_from, const char *to,
                    bool replace);
int wfl_file_link(struct wfl_node *from, const char *path, bool follow, struct wfl_node *to_from,
                  const char *to);
int wfl_file_link_to(const char *target, struct wfl_node *from, const char *path);
int wfl_file_make_fifo(struct wfl_node *from, const char *path, unsigned mode);
int wfl_file_make_directory(struct wfl_node *from, const char *path, unsigned mode);

/* status.c: what stat() tells of a file, into a struct stat. */
int wfl_file_describe(struct wfl_node *node, void *to);

/* files.c: descriptors. These return -1 and set errno on failure. */
int wfl_file_open(struct wfl_node *from, const char *path, int flags, unsigned mode);
int wfl_file_close(int descriptor);
int64_t wfl_file_read(int descriptor, void *buffer, size_t size);
int64_t wfl_file_write(int descriptor, const void *data, size_t size);
int64_t wfl_file_seek(int descriptor, int64_t offset, int origin);
int wfl_file_duplicate(int descriptor, int lowest);
int wfl_file_duplicate_to(int descriptor, int to);
int wfl_file_truncate(struct wfl_node *node, uint64_t size);
int wfl_file_anonymous(void);
/* pipe2(). */
int wfl_file_pipe(int ends[2], int flags);
/* What poll() says of a descriptor. */
int wfl_file_readiness(int descriptor);
struct wfl_open *wfl_file_of(int descriptor);
/* Of an open descriptor: whether another program would not get it. */
bool *wfl_file_closed_on_exec(int descriptor);
/* Where the next byte is read: all who read from a pipe take from the same bytes. */
static inline uint64_t *wfl_file_position(struct wfl_open *open) {
    return open->node->pipe ? &open->node->taken : &open->offset;
}
/* Bytes that can be read before the end; -1 where that is not known. */
int64_t wfl_file_waiting(struct wfl_open *open);
void wfl_files_open_streams(struct wfl_node *in, struct wfl_node *out, struct wfl_node *err);
/* Standard input becomes that file; what is given stays there until the end. */
struct wfl_open *wfl_files_open_input(struct wfl_node *node);

/* Writes what changed back to real files, in `run`. */
void wfl_files_finish(void);

#endif
