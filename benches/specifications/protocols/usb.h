// What the driver of a host controller knows of a device on the bus.
enum state { DETACHED, ATTACHED, FRESH, ADDRESSED, CONFIGURED, SUSPENDED };

struct device {
    enum state state;
    int address;
    int configuration;
    int deferred;
    int class;
    int milliamperes;
    int strings;
    int errors;
    int transferred;
};

void device_reset(struct device *d);
void device_address(struct device *d, int address);
void device_configure(struct device *d, int configuration);
void device_suspend(struct device *d);
void device_resume(struct device *d);
void device_transfer(struct device *d, int size);
void device_remove(struct device *d);
