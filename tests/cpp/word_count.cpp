// A small program: words of the input by how often they come.
#include <algorithm>
#include <cctype>
#include <iostream>
#include <map>
#include <string>
#include <vector>
int main() {
    std::map<std::string, int> counts;
    std::string word;
    while (std::cin >> word) {
        std::transform(word.begin(), word.end(), word.begin(), [](unsigned char c) { return std::tolower(c); });
        word.erase(std::remove_if(word.begin(), word.end(), [](unsigned char c) { return std::ispunct(c); }), word.end());
        counts[word]++;
    }
    std::vector<std::pair<std::string, int>> all(counts.begin(), counts.end());
    std::sort(all.begin(), all.end(), [](auto &a, auto &b) { return a.second != b.second ? a.second > b.second : a.first < b.first; });
    for (auto &[text, count] : all)
        std::cout << count << ' ' << text << '\n';
}
