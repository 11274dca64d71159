// A cartridge in a library of tapes.
struct cartridge {
    int slot;
    int is_threaded;
    int blocks;
    int mounts;
    int kind;
};

void cartridge_grip(struct cartridge *c);
void cartridge_load(struct cartridge *c);
void cartridge_thread(struct cartridge *c);
void cartridge_write(struct cartridge *c);
void cartridge_rewind(struct cartridge *c);
void cartridge_eject(struct cartridge *c);
