int named(int n);

int main(int count, char **texts) {
    if (count > 1 && texts[1][0] == 'n')
        return named(2);
    return 7;
}
