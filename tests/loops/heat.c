// A heater keeps its room within bounds.
int wf_int(const char *name);
int f(void) {
    int temperature = 20, heater = 0;
    for (;;) {
        if (temperature < 18)
            heater = 1;
        if (temperature > 22)
            heater = 0;
        if (heater)
            temperature += 1;
        else
            temperature -= 1;
        if (temperature > 24 || temperature < 16)
            return 1; // never
        if (wf_int("stop"))
            return 0;
    }
}
