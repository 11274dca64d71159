// Check digits: Luhn's sum over eight digits and an ISBN-10 over ten.
//
// options: --strategy dfs --max-paths 1500 --solver-time 5
#include <wayfarer.h>

static int luhn(const unsigned char *d, int n) {
    int sum = 0;
    for (int i = 0; i < n; i++) {
        int x = d[i] - '0';
        if (i % 2 == 0) {
            x *= 2;
            if (x > 9)
                x -= 9;
        }
        sum += x;
    }
    return sum % 10 == 0;
}

static int isbn(const unsigned char *d) {
    int sum = 0;
    for (int i = 0; i < 9; i++)
        sum += (10 - i) * (d[i] - '0');
    sum += d[9] == 'X' ? 10 : d[9] - '0';
    return sum % 11 == 0;
}

int main(void) {
    unsigned char text[10];
    wf_symbolic(text, sizeof text, "text");
    for (int i = 0; i < 9; i++)
        if (text[i] < '0' || text[i] > '9')
            return 1;
    if (text[9] != 'X' && (text[9] < '0' || text[9] > '9'))
        return 1;
    if (isbn(text))
        return luhn(text, 8) ? 2 : 3;
    return luhn(text, 8) ? 4 : 5;
}
