// Streams of files: written, read again, appended to, moved in, and missing.
#include <cstdio>
#include <fstream>
#include <iostream>
#include <string>
int main() {
    const char *name = "wayfarer-test-of-files.txt";
    {
        std::ofstream out(name);
        for (int i = 0; i < 5; i++)
            out << "line " << i << ' ' << i * 1.5 << '\n';
        out << std::string(10000, 'x') << std::endl;
        std::cout << out.is_open() << out.good() << out.tellp() << '\n';
    }
    {
        std::ofstream more(name, std::ios::app);
        more << "last\n";
    }
    std::ifstream in(name);
    std::string word, line;
    int n;
    double d;
    while (in >> word && word == "line" && in >> n >> d)
        std::cout << n << ':' << d << ' ';
    std::cout << word.size() << '\n';
    in.seekg(5);
    in >> n;
    std::getline(in, line);
    std::cout << n << line << ' ' << in.tellg() << '\n';
    int lines = 0;
    while (std::getline(in, line))
        lines++;
    std::cout << lines << ' ' << line << ' ' << in.eof() << '\n';
    in.close();
    std::fstream both(name, std::ios::in | std::ios::out);
    both.seekp(0);
    both << "LINE";
    both.seekg(0);
    both >> word;
    std::cout << word << '\n';
    both.close();
    std::ifstream missing("no/such/file");
    std::cout << missing.is_open() << missing.fail() << !missing << '\n';
    std::remove(name);
}
