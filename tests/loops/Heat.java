// A heater keeps its room within bounds.
import wayfarer.Wayfarer;

class Heat {
    static int f() {
        int temperature = 20;
        boolean heater = false;
        for (;;) {
            if (temperature < 18)
                heater = true;
            if (temperature > 22)
                heater = false;
            if (heater)
                temperature += 1;
            else
                temperature -= 1;
            if (temperature > 24 || temperature < 16)
                return 1; // never
            if (Wayfarer.anyBoolean("stop"))
                return 0;
        }
    }
}
