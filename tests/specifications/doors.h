void open_door(int number);
void close_door(int number);
void start(void);
