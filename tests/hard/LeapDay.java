// The day of the year and the day of the week.
//
// witness: 2012, 60
public class LeapDay {
    static void reached() {
        throw new IllegalStateException("reached");
    }

    static void check(int year, int dayOfYear) {
        if (year < 2000 || year > 2400 || dayOfYear < 1) return;
        boolean leap = year % 4 == 0 && year % 100 != 0 || year % 400 == 0;
        if (dayOfYear > (leap ? 366 : 365)) return;
        int[] lengths = {31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
        int month = 0, day = dayOfYear;
        while (day > lengths[month]) day -= lengths[month++];
        long days = 365L * year + (year - 1) / 4 - (year - 1) / 100 + (year - 1) / 400 + dayOfYear;
        if (month == 1 && day == 29 && days % 7 == 4) reached();
    }
}
