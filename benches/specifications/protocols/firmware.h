// The flash memory of a device, into which a boot loader writes a new image.
enum { BLOCKS = 8, BLOCK_SIZE = 4 };

struct flash {
    unsigned char data[BLOCKS][BLOCK_SIZE];
    int active_slot;
    int writes;
    int erased;
};

void flash_begin(int slot);
void flash_erase(int block);
void flash_write(int block);
void flash_verify(void);
void flash_commit(void);
