// random: engines of fixed seeds and distributions; shuffle; sample.
#include <algorithm>
#include <cstdio>
#include <numeric>
#include <random>
#include <vector>
int main() {
    std::mt19937 engine(42);
    std::printf("%lu %lu\n", (unsigned long)engine(), (unsigned long)engine());
    std::minstd_rand small(7);
    std::printf("%lu\n", (unsigned long)small());
    std::uniform_int_distribution<int> dice(1, 6);
    for (int i = 0; i < 8; i++)
        std::printf("%d ", dice(engine));
    std::uniform_real_distribution<double> real(0, 1);
    std::printf("\n%.12f\n", real(engine));
    std::vector<int> v(10);
    std::iota(v.begin(), v.end(), 0);
    std::shuffle(v.begin(), v.end(), engine);
    for (int n : v)
        std::printf("%d ", n);
    std::bernoulli_distribution coin(0.5);
    int heads = 0;
    for (int i = 0; i < 100; i++)
        heads += coin(engine);
    std::printf("\n%d\n", heads);
}
