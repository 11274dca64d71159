// Shortest ways with priority_queue and maps of strings; reading a graph from the input.
#include <iostream>
#include <limits>
#include <map>
#include <queue>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>
using Graph = std::map<std::string, std::map<std::string, int>>;
std::vector<std::string> way(const Graph &graph, const std::string &from, const std::string &to, int &length) {
    std::map<std::string, int> distance;
    std::map<std::string, std::string> before;
    using Entry = std::pair<int, std::string>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<Entry>> open;
    open.emplace(0, from);
    distance[from] = 0;
    while (!open.empty()) {
        auto [d, node] = open.top();
        open.pop();
        if (d > distance[node]) continue;
        if (node == to) break;
        auto edges = graph.find(node);
        if (edges == graph.end()) continue;
        for (auto &[next, weight] : edges->second) {
            auto known = distance.find(next);
            if (known == distance.end() || d + weight < known->second) {
                distance[next] = d + weight;
                before[next] = node;
                open.emplace(d + weight, next);
            }
        }
    }
    if (!distance.count(to)) throw std::out_of_range("no way to " + to);
    length = distance[to];
    std::vector<std::string> all{to};
    while (all.back() != from) all.push_back(before.at(all.back()));
    return {all.rbegin(), all.rend()};
}
int main() {
    Graph graph;
    std::string line;
    while (std::getline(std::cin, line) && !line.empty()) {
        std::istringstream in(line);
        std::string a, b;
        int weight;
        if (in >> a >> b >> weight) graph[a][b] = graph[b][a] = weight;
    }
    std::string from, to;
    while (std::cin >> from >> to) {
        try {
            int length;
            for (auto &name : way(graph, from, to, length)) std::cout << name << ' ';
            std::cout << length << '\n';
        } catch (const std::exception &error) {
            std::cout << error.what() << '\n';
        }
    }
}
