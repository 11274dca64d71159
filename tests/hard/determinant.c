// A matrix of small integers by its determinant, trace and first row.
//
// witness: 6 1 1 4 -2 5 2 8 7
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void) {
    int m[3][3];
    for (int i = 0; i < 9; i++) {
        m[i / 3][i % 3] = __VERIFIER_nondet_int();
        if (m[i / 3][i % 3] < -10 || m[i / 3][i % 3] > 10)
            return 0;
    }
    int det = m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
              m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
    if (det == -306 && m[0][0] + m[1][1] + m[2][2] == 11 && m[0][0] * m[0][1] * m[0][2] == 6 && m[1][1] == -2)
        reach_error();
}
