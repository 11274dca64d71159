// 65,536 paths of one comparison each.
void wf_symbolic(void *, unsigned long, const char *);

int main(void) {
    unsigned char bytes[16];
    int count = 0;
    wf_symbolic(bytes, sizeof bytes, "bytes");
    for (int i = 0; i < 16; i++)
        if (bytes[i] > 100)
            count++;
    return count;
}
