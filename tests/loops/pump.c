// A mine pump does not run while there is gas.
int wf_int(const char *name);
static int pump, gas, water;
static void environment(void) {
    gas = wf_int("gas") != 0;
    if (wf_int("rain") && water < 3)
        water++;
}
static void control(void) {
    if (pump && water > 0)
        water--;
    if (gas)
        pump = 0;
    else if (water > 2)
        pump = 1;
    else if (water == 0)
        pump = 0;
}
int f(void) {
    pump = 0, gas = 0, water = 1;
    for (;;) {
        environment();
        control();
        if (pump && gas)
            return 1; // never
        if (water > 3 || water < 0)
            return 2; // never
        if (pump && water == 2)
            return 3; // sometimes
    }
}
