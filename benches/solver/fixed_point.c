// Readings of a sensor as raw integers: scaling to float, calibration, back to integers.
//
// options: --strategy dfs --max-paths 200 --solver-time 5
#include <stdint.h>
#include <wayfarer.h>

int main(void) {
    int16_t raw = wf_int16("raw");
    uint8_t gain = wf_uint8("gain");
    float volts = (float)raw * 0.0001220703125f;
    if (gain > 3)
        return 1;
    float scaled = volts * (float)(1 << gain);
    if (scaled > 3.3f || scaled < -3.3f)
        return 2;
    double celsius = (double)scaled * 100.0 - 50.0;
    if (celsius == 21.5)
        return 3;
    int tenth = (int)(celsius * 10.0);
    if (tenth == 365)
        return 4;
    if (tenth % 7 == 3)
        return 5;
    return tenth > 2000 ? 6 : 0;
}
