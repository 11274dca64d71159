// Streams and containers together: a table from comma-separated lines.
#include <algorithm>
#include <iomanip>
#include <iostream>
#include <map>
#include <numeric>
#include <set>
#include <sstream>
#include <string>
#include <vector>
struct Row { std::string name; std::vector<double> values; };
std::istream &operator>>(std::istream &in, Row &row) {
    std::string line;
    if (!std::getline(in, line)) return in;
    std::istringstream fields(line);
    std::getline(fields, row.name, ',');
    row.values.clear();
    for (std::string field; std::getline(fields, field, ',');) {
        try {
            row.values.push_back(std::stod(field));
        } catch (const std::invalid_argument &) {
            in.setstate(std::ios::failbit);
        }
    }
    return in;
}
int main() {
    std::map<std::string, double> totals;
    std::set<std::string> broken;
    Row row;
    for (;;) {
        if (std::cin >> row) {
            totals[row.name] += std::accumulate(row.values.begin(), row.values.end(), 0.0);
        } else if (!std::cin.eof()) {
            broken.insert(row.name);
            std::cin.clear();
        } else
            break;
    }
    size_t width = 0;
    for (auto &[name, total] : totals) width = std::max(width, name.size());
    for (auto &[name, total] : totals)
        std::cout << std::left << std::setw((int)width + 2) << name << std::right << std::fixed << std::setprecision(2) << std::setw(10) << total << '\n';
    for (auto &name : broken) std::cout << "broken: " << name << '\n';
    std::cout << std::string(12, '=') << std::endl;
}
