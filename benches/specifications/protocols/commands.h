// A buffer of commands for a graphics processor, which is recorded once and submitted as often as wanted.
enum progress { INITIAL, RECORDING, EXECUTABLE, PENDING };

struct commands {
    enum progress progress;
    int draws;
    int submissions;
};

void commands_begin(struct commands *c);
void commands_draw(struct commands *c, int vertices);
void commands_end(struct commands *c);
void commands_submit(struct commands *c);
void commands_complete(struct commands *c);
