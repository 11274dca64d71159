// A colour by hue, saturation and value.
//
// witness: 79 159 239
unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void);

int main(void) {
    int r = __VERIFIER_nondet_uchar(), g = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar();
    if (!(b > g && g > r))
        return 0;
    float saturation = (float)(b - r) / b, hue = 60 * (4 + (float)(r - g) / (b - r));
    if (hue > 209.9f && hue < 210.1f && saturation > 0.66f && saturation < 0.67f && r + g + b > 400)
        reach_error();
}
