// The inner loop begins where the outer one is.
int f(int n) {
    for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++)
            for (int k = j; k < n; k++)
                if (k < i)
                    return 1; // never
                else if (k == 2 && i == 1)
                    return 2; // sometimes
    return 0;
}
