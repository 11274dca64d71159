// A server that gives out addresses, as by DHCP: messages and the clock are bytes. What is wrong: an address that a client has
// declined, since somebody answers there, and that is then released by whoever asked for it by a reservation, is offered while it is bound.
// explore: Leases.run
// options: --spec Leases.spec --array-length 13
class Lease {
    int client;
    int until;
    int renewals;
    boolean isBound;
    boolean isReserved;
    boolean isSuspect;

    void offer(int client) {
        this.client = client;
    }

    void bind(int client) {
        isBound = true;
        renewals++;
    }

    void expire() {
        isBound = false;
        client = 0;
    }
}

class Options {
    int hostName;
    int requested = -1;
    int seconds;
    int unknown;

    /** Options, each a code and a value, up to code 255. */
    static Options read(Source source) {
        Options options = new Options();
        while (source.hasMore()) {
            int code = source.next();
            switch (code) {
                case 0:
                    break;
                case 12:
                    options.hostName = source.next();
                    break;
                case 50:
                    options.requested = source.next();
                    break;
                case 51:
                    options.seconds = source.next();
                    break;
                case 255:
                    return options;
                default:
                    options.unknown++;
                    if (code > 128) {
                        source.next();
                    }
                    if (options.unknown > 2) {
                        return options;
                    }
            }
        }
        return options;
    }

    boolean hasGoodName() {
        if (hostName >= 'a' && hostName <= 'z') {
            return true;
        }
        if (hostName >= '0' && hostName <= '9') {
            return unknown == 0;
        }
        return hostName == '-';
    }
}

class Source {
    private final byte[] bytes;
    private int position;

    Source(byte[] bytes) {
        this.bytes = bytes;
    }

    boolean hasMore() {
        return position < bytes.length;
    }

    int next() {
        return hasMore() ? bytes[position++] & 0xff : 255;
    }
}

class Leases {
    private final Lease[] leases = {new Lease(), new Lease(), new Lease()};
    private final Source source;
    private int now;
    private int errors;
    private int names;
    private int declined;
    private int exhausted;

    private Leases(Source source) {
        this.source = source;
    }

    /** Answers messages. Gives the number of those that were wrong. */
    static int run(byte[] input) {
        if (input == null) {
            return 0;
        }
        Source source = new Source(input);
        Leases server = new Leases(source);
        while (source.hasMore() && server.errors < 5) {
            server.message(source.next());
        }
        return server.errors;
    }

    private void message(int header) {
        int client = (header & 15) + 1;
        switch (header >> 4) {
            case 1:
                discover(client, Options.read(source));
                break;
            case 3:
                request(client, Options.read(source));
                break;
            case 4:
                decline(client);
                break;
            case 7:
                release(client);
                break;
            case 8:
                inform(Options.read(source));
                break;
            case 9:
                reserve(client, source.next());
                break;
            case 10:
                pass(source.next());
                break;
            case 11:
                count();
                break;
            default:
                errors++;
        }
    }

    private Lease of(int client) {
        for (Lease lease : leases) {
            if (lease.client == client) {
                return lease;
            }
        }
        return null;
    }

    private Lease free(int wanted) {
        if (wanted >= 0 && wanted < leases.length && leases[wanted].client == 0
                && !leases[wanted].isReserved && !leases[wanted].isSuspect) {
            return leases[wanted];
        }
        Lease best = null;
        for (Lease lease : leases) {
            if (lease.client != 0 || lease.isReserved || lease.isSuspect) {
                continue;
            }
            if (best == null || lease.renewals < best.renewals) {
                best = lease;
            }
        }
        return best;
    }

    private void discover(int client, Options options) {
        if (options.hasGoodName()) {
            names++;
        }
        Lease lease = of(client);
        if (lease == null) {
            lease = free(options.requested);
        }
        if (lease == null) {
            exhausted++;
            return;
        }
        if (!lease.isBound) {
            lease.offer(client);
            lease.until = now + 2;
        }
    }

    private void request(int client, Options options) {
        Lease lease = of(client);
        if (lease == null) {
            errors++;
            return;
        }
        if (options.requested >= 0 && options.requested < leases.length && leases[options.requested] != lease) {
            errors++;
            return;
        }
        int seconds = options.seconds;
        if (seconds == 0) {
            seconds = 10;
        } else if (seconds > 100) {
            seconds = 100;
        }
        lease.bind(client);
        lease.until = now + seconds;
    }

    private void decline(int client) {
        Lease lease = of(client);
        if (lease == null || lease.isReserved) {
            errors++;
            return;
        }
        declined++;
        lease.isSuspect = true;
        if (lease.isBound) {
            lease.until = now + 5;
        } else {
            lease.expire();
        }
    }

    /** An address that is suspect is not forgotten before its time, but its client may have another one. */
    private void release(int client) {
        Lease lease = of(client);
        if (lease == null) {
            errors++;
            return;
        }
        if (lease.isSuspect) {
            lease.client = 0;
            return;
        }
        lease.expire();
    }

    private void inform(Options options) {
        if (options.hasGoodName()) {
            names++;
        } else if (options.hostName != 0) {
            errors++;
        }
        if (options.seconds > 60) {
            names--;
        }
    }

    /** The administrator keeps an address for a client, or gives it up. */
    private void reserve(int client, int address) {
        if (address >= leases.length) {
            errors++;
            return;
        }
        Lease lease = leases[address];
        if (lease.isReserved) {
            lease.isReserved = false;
            lease.isSuspect = false;
            return;
        }
        if (lease.client != 0 && lease.client != client) {
            errors++;
            return;
        }
        lease.isReserved = true;
    }

    private void pass(int seconds) {
        now += seconds;
        for (Lease lease : leases) {
            if (lease.client != 0 && lease.until <= now) {
                lease.expire();
                lease.isSuspect = false;
            }
        }
    }

    private void count() {
        int bound = 0;
        for (Lease lease : leases) {
            if (lease.isBound) {
                bound++;
            }
            if (lease.renewals > 2) {
                bound += 10;
            }
        }
        if (bound % 10 == leases.length) {
            exhausted++;
        }
    }
}
