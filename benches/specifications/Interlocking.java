// The interlocking of a small station: a signalman's levers, track circuits and the clock are bytes. What is wrong: a route that is
// cancelled while a train approaches is released after a time; if the train passes meanwhile and the signal failed before, the release
// is taken for that of the train.
// explore: Interlocking.run
// options: --spec Interlocking.spec --array-length 12
class Signal {
    boolean showsClear;
    boolean isDark;
    int changes;

    void clear() {
        showsClear = true;
        changes++;
    }

    void danger() {
        showsClear = false;
        changes++;
    }
}

class Points {
    boolean isReverse;
    boolean isLocked;
    int moves;

    void move() {
        isReverse = !isReverse;
        moves++;
    }
}

class Track {
    boolean isOccupied;
    int axles;
    int failures;

    /** Axles in and out: the section is free if as many have left as came. */
    void count(int in, int out) {
        axles += in - out;
        if (axles < 0) {
            failures++;
            axles = 0;
        }
        isOccupied = axles > 0;
        if (in > 6 && out > 6) {
            failures++;
        }
    }
}

class Route {
    static final int UNSET = 0;
    static final int SET = 1;
    static final int CANCELLED = 2;
    static final int USED = 3;

    final int track;
    final boolean needsReverse;
    int state = UNSET;
    int timer;

    Route(int track, boolean needsReverse) {
        this.track = track;
        this.needsReverse = needsReverse;
    }
}

class Panel {
    private int lamps;
    private int bells;
    private int brightness = 5;

    void show(Track[] tracks) {
        lamps = 0;
        for (Track track : tracks) {
            lamps <<= 1;
            if (track.isOccupied) {
                lamps++;
            }
            if (track.failures > 2) {
                bells++;
            }
        }
    }

    void dim(int level) {
        if (level > 9) {
            level = 9;
        }
        if (level < brightness && lamps != 0) {
            level++;
        }
        brightness = level;
    }

    int bells() {
        return bells;
    }
}

class Interlocking {
    private final Signal signal = new Signal();
    private final Points points = new Points();
    private final Track[] tracks = {new Track(), new Track(), new Track()};
    private final Route[] routes = {new Route(1, false), new Route(2, true)};
    private final Panel panel = new Panel();
    private final byte[] input;
    private int position;
    private int refused;
    private int clock;
    private boolean isNight;

    private Interlocking(byte[] input) {
        this.input = input;
    }

    /** Lets the signalman and the trains act. Gives how often something was refused. */
    static int run(byte[] input) {
        if (input == null) {
            return 0;
        }
        Interlocking box = new Interlocking(input);
        while (box.position < input.length && box.refused < 6) {
            box.act(box.next());
        }
        return box.refused + box.panel.bells();
    }

    private int next() {
        return position < input.length ? input[position++] & 0xff : 0;
    }

    private void act(int code) {
        switch (code & 0xf0) {
            case 0x10:
                set(code & 1);
                break;
            case 0x20:
                cancel(code & 1);
                break;
            case 0x30:
                movePoints();
                break;
            case 0x40:
                train(code & 3, next());
                break;
            case 0x50:
                tick(code & 15);
                break;
            case 0x60:
                lamp(code & 1);
                break;
            case 0x70:
                panel.dim(code & 15);
                break;
            case 0x80:
                panel.show(tracks);
                break;
            default:
                refused++;
        }
    }

    private Route active() {
        for (Route route : routes) {
            if (route.state != Route.UNSET) {
                return route;
            }
        }
        return null;
    }

    private void set(int number) {
        Route route = routes[number];
        if (active() != null || tracks[route.track].isOccupied || signal.isDark) {
            refused++;
            return;
        }
        if (points.isReverse != route.needsReverse) {
            if (points.isLocked || tracks[0].isOccupied) {
                refused++;
                return;
            }
            points.move();
        }
        points.isLocked = true;
        route.state = Route.SET;
        signal.clear();
    }

    private void cancel(int number) {
        Route route = routes[number];
        if (route.state != Route.SET) {
            refused++;
            return;
        }
        if (tracks[0].isOccupied) {
            route.state = Route.CANCELLED;
            route.timer = 3;
            if (signal.isDark) {
                return;
            }
        } else {
            release(route);
        }
        signal.danger();
    }

    private void release(Route route) {
        route.state = Route.UNSET;
        points.isLocked = false;
    }

    private void movePoints() {
        if (points.isLocked || tracks[0].isOccupied) {
            refused++;
            return;
        }
        points.move();
    }

    /** Axles are counted on a section: the upper half of the byte comes in, the lower leaves. */
    private void train(int number, int axles) {
        if (number > 2 || axles == 0) {
            refused++;
            return;
        }
        Track track = tracks[number];
        boolean wasOccupied = track.isOccupied;
        track.count(axles >> 4, axles & 15);
        Route route = active();
        if (route == null || route.track != number) {
            return;
        }
        if (!wasOccupied && track.isOccupied && route.state == Route.SET) {
            signal.danger();
            route.state = Route.USED;
        } else if (wasOccupied && !track.isOccupied && route.state != Route.SET) {
            release(route);
        }
    }

    private void tick(int minutes) {
        if (minutes == 0 || minutes > 5) {
            refused++;
            return;
        }
        clock += minutes;
        isNight = clock % 24 > 18 || clock % 24 < 6;
        Route route = active();
        if (route == null || route.state != Route.CANCELLED) {
            return;
        }
        route.timer -= minutes;
        if (route.timer <= 0) {
            release(route);
        }
    }

    /** The lamp of the signal fails, or is put in again. */
    private void lamp(int works) {
        if (works == 1) {
            signal.isDark = false;
        } else if (signal.showsClear) {
            signal.isDark = true;
        } else if (!isNight) {
            refused++;
        }
    }
}
