/* Compiles standard input as a chunk of Lua. */
#include "input.h"
#include <lauxlib.h>
#include <lua.h>

int main(void) {
    unsigned char from[MOST];
    size_t length = read_input(from, "", 0);
    lua_State *state = luaL_newstate();
    if (!state)
        return 2;
    int status = luaL_loadbufferx(state, (const char *)from, length, "chunk", "t");
    lua_close(state);
    return status != LUA_OK;
}
