// An elevator: each byte is a key of its panel and what sensors say in one step of time. What is wrong: the doors of a car that was
// halted can be opened in the zone around a floor, as if it had come in; that it may have been leaving is forgotten.
// explore: Elevator.run
// options: --spec Elevator.spec --array-length 10
// violated by: 60 30 00 80 50
class Car {
    static final int OPEN = 0;
    static final int CLOSED = 1;
    static final int LOCKED = 2;
    static final int MOVING = 3;
    static final int HALTED = 4;

    int state = OPEN;
    int rides;
    int doors;

    void close() {
        state = CLOSED;
        doors++;
    }

    void lock() {
        state = LOCKED;
    }

    void start() {
        state = MOVING;
        rides++;
    }

    void stop() {
        state = CLOSED;
    }

    void halt() {
        state = HALTED;
    }

    void level() {
        state = CLOSED;
    }

    void open() {
        state = OPEN;
        doors++;
    }
}

/** The key that is pressed, and four sensors. */
class Signals {
    static final int FIRST_FLOOR_KEY = 1;
    static final int OPEN_KEY = 5;
    static final int CLOSE_KEY = 6;
    static final int LEVEL_KEY = 7;
    static final int HALT_KEY = 8;
    static final int ALARM_KEY = 9;
    static final int FAN_KEY = 10;
    static final int LAMP_KEY = 11;
    static final int LANGUAGE_KEY = 12;
    static final int QUIET_KEY = 13;

    final int key;
    final boolean isHeavy;
    final boolean isDraughty;
    final boolean isDark;
    final boolean isSmoke;

    Signals(int bits) {
        key = bits >> 4;
        isHeavy = (bits & 1) != 0;
        isDraughty = (bits & 2) != 0;
        isDark = (bits & 4) != 0;
        isSmoke = (bits & 8) != 0;
    }

    /** The floor whose key is pressed, or -1. */
    int floor() {
        int floor = key - FIRST_FLOOR_KEY;
        return floor >= 0 && floor < Elevator.FLOORS ? floor : -1;
    }
}

/** Lamps, fan and loudspeaker in the car. */
class Cabin {
    int lamps = 1;
    int fan;
    int gong;
    int darkFor;
    int spoken;
    int language;
    boolean isQuiet;

    void step(Signals signals) {
        press(signals.key);
        if (signals.isDark) {
            darkFor++;
            if (darkFor > 2) {
                lamps = 2;
            }
        } else {
            darkFor = 0;
            if (lamps == 2) {
                lamps = 1;
            }
        }
        if (signals.isHeavy) {
            fan = fan < 3 ? fan + 1 : 3;
        } else if (fan > 0) {
            fan--;
        }
        if (signals.isSmoke && fan > 1) {
            fan = 0;
        } else if (signals.isDraughty && lamps > 0 && !isQuiet) {
            gong = 0;
        }
    }

    private void press(int key) {
        switch (key) {
            case Signals.FAN_KEY:
                fan = fan == 0 ? 3 : 0;
                break;
            case Signals.LAMP_KEY:
                lamps = lamps == 0 ? 1 : 0;
                break;
            case Signals.LANGUAGE_KEY:
                language++;
                if (language == 3) {
                    language = 0;
                }
                break;
            case Signals.QUIET_KEY:
                isQuiet = !isQuiet;
                break;
            default:
                if (key > Signals.QUIET_KEY && !isQuiet) {
                    spoken++;
                }
        }
    }

    void announce(int floor, boolean isUp) {
        if (floor == 0) {
            gong = 2;
        } else if (floor == Elevator.FLOORS - 1 && isUp) {
            gong = 3;
        } else {
            gong = 1;
        }
        spoken++;
        if (spoken > 5 && lamps == 2) {
            spoken = 0;
        }
    }
}

/** Talks to the control room, which looks at what is reported when it has the time. */
class Reports {
    private boolean wasAlarm;
    int alarms;
    int smoke;
    int overloads;
    int mails;
    int quiet;

    void step(Signals signals) {
        boolean isAlarm = signals.key == Signals.ALARM_KEY;
        if (isAlarm) {
            if (!wasAlarm) {
                alarms++;
                mails++;
            } else if (alarms > 2) {
                mails++;
            }
            quiet = 0;
        } else {
            quiet++;
        }
        wasAlarm = isAlarm;
        if (signals.isSmoke) {
            smoke++;
            if (smoke == 3) {
                mails += 5;
            }
        } else if (smoke > 0) {
            smoke--;
        }
        if (signals.isHeavy && !signals.isDark) {
            overloads++;
        } else if (signals.isDraughty && overloads > 0) {
            overloads--;
        }
        if (quiet > 4 && mails > 0) {
            mails--;
        }
    }
}

/** How often which floor is asked for, to choose where the car waits in the evening. */
class Demand {
    private final int[] counts = new int[Elevator.FLOORS];
    private int last = -1;
    int repeated;
    int sweeps;

    void step(Signals signals) {
        int floor = signals.floor();
        if (floor < 0) {
            return;
        }
        if (floor == last) {
            repeated++;
            return;
        }
        if (last >= 0 && Math.abs(floor - last) > 1) {
            sweeps++;
        }
        last = floor;
        if (floor == 0) {
            counts[0]++;
        } else if (floor == 1) {
            counts[1]++;
        } else if (floor == 2) {
            counts[2]++;
        } else {
            counts[3]++;
        }
    }

    int favourite() {
        int best = 0;
        for (int floor = 1; floor < counts.length; floor++) {
            if (counts[floor] > counts[best]) {
                best = floor;
            }
        }
        return best;
    }
}

/** What wears out, and when somebody has to come. */
class Maintenance {
    int wear;
    int bearings;
    int visits;

    void step(Signals signals, Car car) {
        if (car.state == Car.MOVING) {
            wear += signals.isHeavy ? 3 : 1;
            if (signals.isDark) {
                bearings++;
            }
        } else if (signals.isSmoke) {
            wear++;
        }
        if (wear > 10) {
            visits++;
            wear = 0;
        }
        if (bearings > 2 && car.doors > 4) {
            visits++;
            bearings = 0;
        }
    }
}

class Elevator {
    static final int FLOORS = 4;
    /** Steps that the car takes from one floor to the next. */
    static final int HEIGHT = 5;

    private final Car car = new Car();
    private final Cabin cabin = new Cabin();
    private final Reports reports = new Reports();
    private final Demand demand = new Demand();
    private final Maintenance maintenance = new Maintenance();
    private int position;
    private int target;

    /** Takes steps as long as there are signals. Gives how often somebody has to come. */
    static int run(byte[] input) {
        if (input == null) {
            return 0;
        }
        Elevator elevator = new Elevator();
        for (byte bits : input) {
            elevator.step(new Signals(bits & 0xff));
        }
        return elevator.maintenance.visits + elevator.evening();
    }

    private void step(Signals signals) {
        cabin.step(signals);
        reports.step(signals);
        demand.step(signals);
        switch (car.state) {
            case Car.OPEN:
                stand(signals);
                break;
            case Car.CLOSED:
                idle(signals);
                break;
            case Car.LOCKED:
                leave();
                break;
            case Car.MOVING:
                ride(signals);
                break;
            default:
                help(signals);
        }
        maintenance.step(signals, car);
    }

    private void stand(Signals signals) {
        if (signals.key == Signals.CLOSE_KEY) {
            car.close();
        }
    }

    private void idle(Signals signals) {
        int floor = signals.floor();
        if (signals.key == Signals.OPEN_KEY) {
            car.open();
        } else if (floor >= 0 && floor * HEIGHT != position) {
            target = floor * HEIGHT;
            car.lock();
        }
    }

    private void leave() {
        cabin.announce(target / HEIGHT, target > position);
        car.start();
        position += target > position ? 1 : -1;
    }

    private void ride(Signals signals) {
        if (signals.key == Signals.HALT_KEY) {
            car.halt();
            return;
        }
        position += target > position ? 1 : -1;
        if (position == target) {
            car.stop();
            cabin.announce(target / HEIGHT, true);
        }
    }

    /** The car stands between floors: it is brought to the next one, or lets passengers out where they can step over the sill. */
    private void help(Signals signals) {
        if (signals.key == Signals.LEVEL_KEY) {
            car.level();
            position = (position + HEIGHT / 2) / HEIGHT * HEIGHT;
        } else if (signals.key == Signals.OPEN_KEY && isInZone()) {
            car.open();
        }
    }

    /** Whether the sill is near enough to a floor's to step out. */
    private boolean isInZone() {
        int off = position % HEIGHT;
        return off <= 1 || off == HEIGHT - 1;
    }

    /** Where the car waits in the evening: nobody drives it there, but the display shows it. */
    private int evening() {
        int floor = demand.favourite();
        if (demand.repeated > 3 || demand.sweeps > 2) {
            floor = 0;
        }
        if (reports.mails > 2 && cabin.gong == 2) {
            return FLOORS;
        }
        return floor;
    }
}
