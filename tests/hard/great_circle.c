// A place at a given distance from two others.
//
// witness: 48.25232017530832 15.624351170881386
#include <math.h>

double __VERIFIER_nondet_double(void);
void reach_error(void);

double distance(double lat1, double long1, double lat2, double long2) {
    double degree = 3.14159265358979323846 / 180;
    double c = sin(lat1 * degree) * sin(lat2 * degree) +
               cos(lat1 * degree) * cos(lat2 * degree) * cos((long1 - long2) * degree);
    return 6371 * acos(c);
}

int main(void) {
    double lat = __VERIFIER_nondet_double();
    double lon = __VERIFIER_nondet_double();
    if (!(lat > -90 && lat < 90 && lon > -180 && lon < 180))
        return 0;
    if (fabs(distance(lat, lon, 52.52, 13.40) - 500) < 0.01 && fabs(distance(lat, lon, 48.14, 11.58) - 300) < 0.01)
        reach_error();
}
