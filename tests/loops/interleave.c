// Peterson: two threads are never both in their critical sections.
int wf_int(const char *name);
int f(void) {
    int flag0 = 0, flag1 = 0, turn = 0, pc0 = 0, pc1 = 0;
    for (;;) {
        if (wf_int("who") == 0) {
            switch (pc0) {
            case 0:
                flag0 = 1;
                pc0 = 1;
                break;
            case 1:
                turn = 1;
                pc0 = 2;
                break;
            case 2:
                if (!flag1 || turn == 0)
                    pc0 = 3;
                break;
            case 3:
                flag0 = 0;
                pc0 = 0;
                break;
            }
        } else {
            switch (pc1) {
            case 0:
                flag1 = 1;
                pc1 = 1;
                break;
            case 1:
                turn = 0;
                pc1 = 2;
                break;
            case 2:
                if (!flag0 || turn == 1)
                    pc1 = 3;
                break;
            case 3:
                flag1 = 0;
                pc1 = 0;
                break;
            }
        }
        if (pc0 == 3 && pc1 == 3)
            return 1; // never
        if (pc0 > 3)
            return 2; // never
    }
}
