// A template class of matrices with exceptions and operators.
#include <initializer_list>
#include <iostream>
#include <stdexcept>
#include <vector>
template <class T> class Matrix {
    size_t rows, columns;
    std::vector<T> items;
public:
    Matrix(size_t rows, size_t columns, T value = T()) : rows(rows), columns(columns), items(rows * columns, value) {}
    Matrix(std::initializer_list<std::initializer_list<T>> list) : Matrix(list.size(), list.begin()->size()) {
        size_t at = 0;
        for (auto &row : list) {
            if (row.size() != columns)
                throw std::invalid_argument("ragged");
            for (auto &item : row)
                items[at++] = item;
        }
    }
    T &operator()(size_t r, size_t c) { return items.at(r * columns + c); }
    const T &operator()(size_t r, size_t c) const { return items.at(r * columns + c); }
    Matrix operator*(const Matrix &other) const {
        if (columns != other.rows)
            throw std::domain_error("sizes");
        Matrix product(rows, other.columns);
        for (size_t i = 0; i < rows; i++)
            for (size_t j = 0; j < other.columns; j++)
                for (size_t k = 0; k < columns; k++)
                    product(i, j) += (*this)(i, k) * other(k, j);
        return product;
    }
    friend std::ostream &operator<<(std::ostream &out, const Matrix &m) {
        for (size_t i = 0; i < m.rows; i++) {
            for (size_t j = 0; j < m.columns; j++)
                out << (j ? " " : "") << m(i, j);
            out << '\n';
        }
        return out;
    }
};
int main() {
    Matrix<int> a{{1, 2}, {3, 4}}, b{{0, 1}, {1, 0}};
    std::cout << a * b;
    Matrix<double> c(2, 3, 0.5);
    std::cout << c;
    for (int i = 0; i < 3; i++) {
        try {
            if (i == 0)
                std::cout << Matrix<double>(3, 1) * c;
            else if (i == 1)
                Matrix<int>{{1, 2}, {3}};
            else
                a(5, 5) = 1;
        } catch (const std::domain_error &error) {
            std::cout << "domain " << error.what() << '\n';
        } catch (const std::invalid_argument &error) {
            std::cout << "argument " << error.what() << '\n';
        } catch (const std::exception &error) {
            std::cout << error.what() << '\n';
        }
    }
}
