// A parser of expressions with a tree of unique_ptr, visitors and exceptions for errors.
#include <cctype>
#include <iostream>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
struct Expr {
    virtual ~Expr() = default;
    virtual double value(const std::map<std::string, double> &) const = 0;
    virtual std::string text() const = 0;
};
using Tree = std::unique_ptr<Expr>;
struct Number : Expr {
    double n;
    explicit Number(double n) : n(n) {}
    double value(const std::map<std::string, double> &) const override { return n; }
    std::string text() const override { return std::to_string((int)n); }
};
struct Name : Expr {
    std::string name;
    explicit Name(std::string name) : name(std::move(name)) {}
    double value(const std::map<std::string, double> &names) const override { return names.at(name); }
    std::string text() const override { return name; }
};
struct Binary : Expr {
    char op;
    Tree left, right;
    Binary(char op, Tree left, Tree right) : op(op), left(std::move(left)), right(std::move(right)) {}
    double value(const std::map<std::string, double> &names) const override {
        double a = left->value(names), b = right->value(names);
        switch (op) {
        case '+': return a + b;
        case '-': return a - b;
        case '*': return a * b;
        default:
            if (b == 0) throw std::domain_error("division by zero in " + text());
            return a / b;
        }
    }
    std::string text() const override { return "(" + left->text() + " " + op + " " + right->text() + ")"; }
};
class Parser {
    const std::string &text;
    size_t at = 0;
    char peek() { while (at < text.size() && text[at] == ' ') at++; return at < text.size() ? text[at] : '\0'; }
    Tree factor() {
        char c = peek();
        if (std::isdigit((unsigned char)c)) {
            size_t used;
            double n = std::stod(text.substr(at), &used);
            at += used;
            return std::make_unique<Number>(n);
        }
        if (std::isalpha((unsigned char)c)) {
            size_t start = at;
            while (at < text.size() && std::isalnum((unsigned char)text[at])) at++;
            return std::make_unique<Name>(text.substr(start, at - start));
        }
        if (c == '(') {
            at++;
            Tree inner = sum();
            if (peek() != ')') throw std::invalid_argument("missing ) at " + std::to_string(at));
            at++;
            return inner;
        }
        throw std::invalid_argument("unexpected '" + std::string(1, c ? c : '$') + "'");
    }
    Tree term() {
        Tree left = factor();
        while (peek() == '*' || peek() == '/') { char op = text[at++]; left = std::make_unique<Binary>(op, std::move(left), factor()); }
        return left;
    }
    Tree sum() {
        Tree left = term();
        while (peek() == '+' || peek() == '-') { char op = text[at++]; left = std::make_unique<Binary>(op, std::move(left), term()); }
        return left;
    }
public:
    explicit Parser(const std::string &text) : text(text) {}
    Tree parse() { Tree tree = sum(); if (peek()) throw std::invalid_argument("rest"); return tree; }
};
int main() {
    std::map<std::string, double> names{{"x", 4}, {"zero", 0}};
    std::string line;
    while (std::getline(std::cin, line)) {
        try {
            Tree tree = Parser(line).parse();
            std::cout << tree->text() << " = " << tree->value(names) << '\n';
        } catch (const std::invalid_argument &error) {
            std::cout << "syntax: " << error.what() << '\n';
        } catch (const std::exception &error) {
            std::cout << "error: " << error.what() << '\n';
        }
    }
}
