// stringstream in both directions, its positions and buffers; iterators over streams.
#include <algorithm>
#include <iostream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>
int main() {
    std::stringstream both;
    both << "1 2 3";
    both << " 4";
    std::vector<int> numbers{std::istream_iterator<int>(both), {}};
    std::copy(numbers.rbegin(), numbers.rend(), std::ostream_iterator<int>(std::cout, "-"));
    both.clear();
    both.str("new text");
    std::string word;
    both >> word;
    std::cout << word << '/' << both.str() << '\n';
    std::ostringstream out("start", std::ios::ate);
    out << "+end";
    out.seekp(0);
    out << "S";
    std::cout << out.str() << ' ' << out.tellp() << '\n';
    std::ostringstream moved = std::move(out);
    moved << "!";
    std::cout << moved.str() << '\n';
    std::istringstream in("abc");
    std::ostringstream copy;
    copy << in.rdbuf();
    std::cout << copy.str() << copy.str().length() << '\n';
    for (int i = 0; i < 200; i++)
        copy << i;
    std::cout << copy.str().size() << '\n';
    std::string all(std::istreambuf_iterator<char>(std::cin), {});
    std::cout << std::count(all.begin(), all.end(), '\n') << '\n';
}
