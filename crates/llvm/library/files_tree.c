/*
 * The in-memory file system: files, directories and the names in them. Its first files are the run's input
 * files. In `run`, names that are not known are looked for on the real disk, and what is done to names is
 * done there as well.
 */
#include "library.h"

#include "files.h"
#include "host.h"
#include <sys/stat.h>

struct wfl_node *wfl_root, *wfl_home, *wfl_place;
bool wfl_in_run;

/* Those that are real files: two names may be of one. */
static struct wfl_node *real_files;

struct wfl_node *wfl_node_new(enum wfl_kind kind, unsigned mode) {
    struct wfl_node *node = wf__malloc(sizeof *node);
    *node = (struct wfl_node){.kind = kind, .mode = mode, .input = -1};
    node->accessed.tv_sec = node->modified.tv_sec = WF_START;
    return node;
}

static struct wfl_node *child(struct wfl_node *directory, const char *name, enum wfl_kind kind,
                              unsigned mode) {
    struct wfl_node *node = wfl_node_new(kind, mode);
    wfl_entry_add(directory, name, wfl_length(name), node);
    return node;
}

/* The directory that an input file is in, which is made if there is none; `*name` becomes its last name. */
static struct wfl_node *directory_of_input(const char **name) {
    struct wfl_node *directory = wfl_place;
    for (size_t end = 0; (*name)[end]; end++) {
        if ((*name)[end] != '/')
            continue;
        if (end > 0 && !(end == 1 && (*name)[0] == '.')) {
            struct wfl_entry *known = wfl_entry_of(directory, *name, end);
            struct wfl_node *below = known ? known->node : wfl_node_new(WFL_DIRECTORY, 0755);
            if (!known)
                wfl_entry_add(directory, *name, end, below);
            directory = below;
        }
        *name += end + 1;
        end = (size_t)-1;
    }
    return directory;
}

static void add_inputs(struct wfl_node *in) {
    int count = wf__file_count();
    for (int i = 0; i < count; i++) {
        int64_t length = wf__file_name(i, NULL, 0);
        char *name = wf__malloc((uint64_t)length + 1);
        wf__file_name(i, name, (uint64_t)length + 1);
        name[length] = 0;
        struct wfl_node *node = in;
        if (wfl_compare(name, "-") != 0) {
            const char *last = name;
            struct wfl_node *directory = directory_of_input(&last);
            node = child(directory, last, WFL_REGULAR, 0644);
        }
        node->kind = WFL_REGULAR;
        node->input = i;
        node->size = (size_t)wf__file_size(i);
        wf__free(name);
    }
}

static void find_home(void) {
    char path[4096] = WF_DIRECTORY;
    if (wfl_in_run && wf__host_call(WF_HOST_PLACE, "", "", 0, path, sizeof path) < 0)
        wf__unsupported("a directory that is gone, or a long way down");
    wfl_home = wfl_root;
    for (char *at = path; *at;) {
        while (*at == '/')
            at++;
        size_t length = 0;
        while (at[length] && at[length] != '/')
            length++;
        if (length == 0)
            break;
        struct wfl_entry *known = wfl_entry_of(wfl_home, at, length);
        struct wfl_node *below = known ? known->node : wfl_node_new(WFL_DIRECTORY, 0755);
        if (!known)
            wfl_entry_add(wfl_home, at, length, below);
        wfl_home = below;
        at += length;
    }
    wfl_home->references++;
    wfl_place = wfl_home;
    wfl_place->references++;
}

/* The root and what is in it; gives `/dev`. */
static struct wfl_node *make_top(void) {
    wfl_root = wfl_node_new(WFL_DIRECTORY, 0755);
    wfl_root->parent = wfl_root;
    wfl_root->links = 1;
    if (!wfl_in_run) {
        child(wfl_root, "tmp", WFL_DIRECTORY, 01777);
        return child(wfl_root, "dev", WFL_DIRECTORY, 0755);
    }
    wfl_root->host = wf__malloc(2);
    wf__memcpy(wfl_root->host, "/", 2);
    struct wf_host_status status;
    if (wf__host_call(WF_HOST_STATUS, "/", "", 0, &status, sizeof status) >= 0)
        wfl_root->host_inode = status.inode;
    struct wfl_entry *dev = wfl_entry_of(wfl_root, "dev", 3);
    return dev ? dev->node : child(wfl_root, "dev", WFL_DIRECTORY, 0755);
}

/* In `run`, standard input where it is a real file. */
static struct wfl_open *real_input;

static void find_real_input(void) {
    char path[4096];
    int64_t place = wf__host_call(WF_HOST_INPUT_PLACE, "", "", UINT64_MAX, NULL, 0);
    if (place < 0)
        return;
    int64_t length = wf__host_call(WF_HOST_READ_LINK, "/proc/self/fd/0", "", 0, path, sizeof path - 1);
    if (length < 0 || length >= (int64_t)sizeof path)
        return;
    path[length] = 0;
    int before = errno;
    struct wfl_node *node = wfl_file_find(path);
    errno = before;
    if (!node || node->kind != WFL_REGULAR || !node->host)
        return;
    real_input = wfl_files_open_input(node);
    real_input->offset = (uint64_t)place;
}

void wfl_files_start(void) {
    if (wfl_root)
        return;
    wfl_in_run = wf__host_file("/dev/null", NULL, 0) >= 0;
    struct wfl_node *dev = make_top();
    child(dev, "null", WFL_NULL, 0666);
    child(dev, "zero", WFL_ZERO, 0666);
    struct wfl_node *in = child(dev, "stdin", WFL_STDIN, 0600);
    struct wfl_node *out = child(dev, "stdout", WFL_OUTPUT, 0600);
    struct wfl_node *err = child(dev, "stderr", WFL_OUTPUT, 0600);
    out->number = 1;
    err->number = 2;
    find_home();
    add_inputs(in);
    in->pipe = true;
    wfl_files_open_streams(in, out, err);
    if (wfl_in_run && in->kind == WFL_STDIN)
        find_real_input();
}

/* In `run`, what the real disk has of that name. */
static struct wfl_node *real_file(struct wfl_node *directory, const char *name, size_t length) {
    static const enum wfl_kind kinds[] = {
        [S_IFREG >> 12] = WFL_REGULAR,
        [S_IFDIR >> 12] = WFL_DIRECTORY,
        [S_IFLNK >> 12] = WFL_LINK,
    };
    char *path = wfl_host_path(directory, name, length);
    struct wf_host_status status;
    if (wf__host_call(WF_HOST_STATUS, path, "", 0, &status, sizeof status) < 0) {
        wf__free(path);
        return NULL;
    }
    for (struct wfl_node *node = real_files; node; node = node->next)
        if (node->host_device == status.device && node->host_inode == status.inode) {
            wf__free(path);
            return node;
        }
    unsigned type = status.mode >> 12 & 15;
    bool known = type == S_IFREG >> 12 || type == S_IFDIR >> 12 || type == S_IFLNK >> 12;
    struct wfl_node *node = wfl_node_new(known ? kinds[type] : WFL_DEVICE, status.mode & 07777);
    node->host = path;
    node->host_device = status.device;
    node->host_inode = status.inode;
    node->size = (size_t)status.size;
    node->next = real_files;
    real_files = node;
    return node;
}

struct wfl_entry *wfl_entry_of(struct wfl_node *directory, const char *name, size_t length) {
    for (struct wfl_entry *entry = directory->entries; entry; entry = entry->next)
        if (entry->length == length && wfl_same_name(entry->name, name, length))
            return entry;
    if (!wfl_in_run || !directory->host)
        return NULL;
    struct wfl_node *node = real_file(directory, name, length);
    if (!node)
        return NULL;
    wfl_entry_add(directory, name, length, node);
    return directory->entries;
}

void wfl_entry_add(struct wfl_node *directory, const char *name, size_t length, struct wfl_node *node) {
    struct wfl_entry *entry = wf__malloc(sizeof *entry + length + 1);
    entry->node = node;
    entry->length = length;
    wf__memcpy(entry->name, name, length);
    entry->name[length] = 0;
    entry->next = directory->entries;
    directory->entries = entry;
    node->links++;
    if (node->kind == WFL_DIRECTORY)
        node->parent = directory;
}

void wfl_entry_remove(struct wfl_node *directory, struct wfl_entry *entry) {
    struct wfl_entry **place = &directory->entries;
    while (*place != entry)
        place = &(*place)->next;
    *place = entry->next;
    entry->node->links--;
    wfl_node_release(entry->node);
    wf__free(entry);
}

void wfl_node_release(struct wfl_node *node) {
    if (node->links > 0 || node->references > 0)
        return;
    for (struct wfl_node **place = &real_files; *place; place = &(*place)->next)
        if (*place == node) {
            *place = node->next;
            break;
        }
    wf__free(node->data);
    wf__free(node->host);
    wf__free(node);
}

void wfl_node_load(struct wfl_node *node) {
    if (node->input >= 0) {
        node->data = wf__malloc(node->size);
        node->capacity = node->size;
        wf__file_contents(node->input, node->data);
        node->input = -1;
    } else if (node->host && !node->data && node->kind == WFL_LINK) {
        int64_t size = wf__host_call(WF_HOST_READ_LINK, node->host, "", 0, NULL, 0);
        node->size = node->capacity = size < 0 ? 0 : (size_t)size;
        node->data = wf__malloc(node->size);
        wf__host_call(WF_HOST_READ_LINK, node->host, "", 0, node->data, node->size);
    } else if (node->host && !node->data && node->kind == WFL_REGULAR) {
        int64_t size = wf__host_file(node->host, NULL, 0);
        node->size = node->capacity = size < 0 ? 0 : (size_t)size;
        node->data = wf__malloc(node->size);
        if (size > 0)
            wf__host_file(node->host, node->data, node->size);
    }
}

void wfl_node_write_back(struct wfl_node *node) {
    if (!node->host || !node->changed || node->links == 0)
        return;
    node->changed = false;
    if (wf__host_file_write(node->host, node->data, node->size) != 0)
        wf__warning("a file that the program wrote could not be written to the disk");
}

void wfl_files_finish(void) {
    for (struct wfl_node *node = real_files; node; node = node->next)
        wfl_node_write_back(node);
    /* Who reads on finds what is left. */
    if (real_input)
        wf__host_call(WF_HOST_INPUT_PLACE, "", "", real_input->offset, NULL, 0);
}

char *wfl_path_joined(const char *directory, const char *name, size_t length) {
    size_t before = wfl_length(directory);
    char *path = wf__malloc(before + length + 2);
    wf__memcpy(path, directory, before);
    if (before == 0 || path[before - 1] != '/')
        path[before++] = '/';
    wf__memcpy(path + before, name, length);
    path[before + length] = 0;
    return path;
}

char *wfl_host_path(struct wfl_node *directory, const char *name, size_t length) {
    return wfl_path_joined(directory->host, name, length);
}

void wfl_host_list(struct wfl_node *directory) {
    if (!wfl_in_run || !directory->host)
        return;
    int64_t size = wf__host_call(WF_HOST_LIST, directory->host, "", 0, NULL, 0);
    if (size <= 0)
        return;
    char *names = wf__malloc((uint64_t)size);
    size = wf__host_call(WF_HOST_LIST, directory->host, "", 0, names, (uint64_t)size);
    for (int64_t at = 0; at < size;) {
        size_t length = wfl_length(names + at);
        wfl_entry_of(directory, names + at, length);
        at += (int64_t)length + 1;
    }
    wf__free(names);
}

char *wfl_directory_path(struct wfl_node *directory) {
    if (directory == wfl_root)
        return wfl_path_joined("", "", 0);
    struct wfl_entry *entry = directory->parent ? directory->parent->entries : NULL;
    while (entry && entry->node != directory)
        entry = entry->next;
    if (!entry)
        return NULL;
    char *above = wfl_directory_path(directory->parent);
    if (!above)
        return NULL;
    char *path = wfl_path_joined(above, entry->name, entry->length);
    wf__free(above);
    return path;
}

unsigned long wfl_file_number(struct wfl_node *node) {
    static unsigned long numbers;
    if (!node->described)
        node->described = ++numbers;
    return node->described;
}
