# As CMake writes it; no build.
cat > compile_commands.json <<END
[
{"directory": "$PWD/src", "command": "/usr/bin/cc -I../include -O2 -o main.o -c main.c", "file": "main.c"},
{"directory": "$PWD", "arguments": ["ccache", "cc", "-DONE=1", "-c", "src/other.c"], "file": "$PWD/src/other.c"},
{"directory": "$PWD", "arguments": ["cc", "-c", "src/second.c"], "file": "src/second.c"},
{"directory": "$PWD", "arguments": ["c++", "-c", "src/third.cpp"], "file": "src/third.cpp"}
]
END
echo '[{"directory": 1}]' > damaged.json
