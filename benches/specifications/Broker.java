// A broker of messages in the manner of MQTT: clients subscribe to topics, and messages of the highest quality come
// exactly once. Packets are bytes. What is wrong: who connects anew gets again what is under way, even if it is confirmed
// already, as long as the session was kept.
// explore: Broker.run
// options: --spec Broker.spec --array-length 14
class Delivery {
    static final int FREE = 0;
    static final int SENT = 1;
    static final int CONFIRMED = 2;

    int state = FREE;
    int id;
    int payload;

    void send(int id) {
        this.id = id;
        state = SENT;
    }

    void confirm(int id) {
        state = CONFIRMED;
    }

    void release(int id) {
        state = FREE;
    }
}

class Topics {
    private final int[] subscribed = new int[3];
    private final int[] retained = new int[3];

    static boolean matches(int filter, int topic) {
        if (filter == '#') {
            return true;
        }
        if (filter == '+') {
            return topic >= 'a' && topic <= 'z';
        }
        if ((filter & 0x20) == 0) {
            filter |= 0x20;
        }
        return filter == topic;
    }

    boolean subscribe(int filter) {
        for (int i = 0; i < subscribed.length; i++) {
            if (subscribed[i] == filter) {
                return true;
            }
            if (subscribed[i] == 0) {
                subscribed[i] = filter;
                return true;
            }
        }
        return false;
    }

    boolean unsubscribe(int filter) {
        for (int i = 0; i < subscribed.length; i++) {
            if (subscribed[i] == filter) {
                subscribed[i] = 0;
                return true;
            }
        }
        return false;
    }

    boolean wants(int topic) {
        for (int filter : subscribed) {
            if (filter != 0 && matches(filter, topic)) {
                return true;
            }
        }
        return false;
    }

    void retain(int topic, int payload) {
        int slot = topic % retained.length;
        if (payload == 0) {
            retained[slot] = 0;
        } else if (retained[slot] < payload) {
            retained[slot] = payload;
        }
    }

    void clear() {
        for (int i = 0; i < subscribed.length; i++) {
            subscribed[i] = 0;
        }
    }
}

class Broker {
    private static final int CONNECT = 1;
    private static final int PUBLISH = 3;
    private static final int RECEIVED = 5;
    private static final int COMPLETE = 7;
    private static final int SUBSCRIBE = 8;
    private static final int UNSUBSCRIBE = 10;
    private static final int PING = 12;
    private static final int DISCONNECT = 14;

    private final Topics topics = new Topics();
    private final Delivery[] deliveries = {new Delivery(), new Delivery()};
    private final byte[] input;
    private int position;
    private boolean isConnected;
    private boolean isKept;
    private int keepAlive;
    private int pings;
    private int errors;
    private int dropped;
    private int nextId = 1;

    private Broker(byte[] input) {
        this.input = input;
    }

    /** Handles packets as long as there are any. Gives the number of those dropped. */
    static int run(byte[] input) {
        if (input == null) {
            return -1;
        }
        Broker broker = new Broker(input);
        while (broker.position < input.length && broker.errors < 5) {
            broker.packet(broker.next());
        }
        return broker.dropped;
    }

    private int next() {
        return position < input.length ? input[position++] & 0xff : 0;
    }

    private void packet(int header) {
        int type = header >> 4;
        int flags = header & 15;
        if (!isConnected && type != CONNECT) {
            errors++;
            return;
        }
        switch (type) {
            case CONNECT:
                connect(flags);
                break;
            case PUBLISH:
                publish(flags);
                break;
            case RECEIVED:
                received(next());
                break;
            case COMPLETE:
                complete(next());
                break;
            case SUBSCRIBE:
                subscribe(next());
                break;
            case UNSUBSCRIBE:
                if (!topics.unsubscribe(next())) {
                    errors++;
                }
                break;
            case PING:
                ping();
                break;
            case DISCONNECT:
                isConnected = false;
                break;
            default:
                errors++;
        }
    }

    private void connect(int flags) {
        if (isConnected) {
            errors++;
            isConnected = false;
            return;
        }
        keepAlive = next();
        if (keepAlive > 240) {
            errors++;
            return;
        }
        boolean isClean = (flags & 2) != 0;
        if ((flags & 1) != 0 && !checkPassword(next())) {
            errors++;
            return;
        }
        isConnected = true;
        if (isClean || !isKept) {
            topics.clear();
            for (Delivery delivery : deliveries) {
                delivery.state = Delivery.FREE;
            }
        } else {
            resume();
        }
        isKept = !isClean;
    }

    private void resume() {
        for (Delivery delivery : deliveries) {
            if (delivery.state != Delivery.FREE) {
                delivery.send(delivery.id);
            }
        }
    }

    private static boolean checkPassword(int length) {
        int strength = 0;
        if (length > 7) {
            strength++;
        }
        if ((length & 1) == 1) {
            strength++;
        }
        if (length % 7 == 3) {
            strength++;
        }
        return strength > 1;
    }

    private void publish(int flags) {
        int topic = next();
        int payload = next();
        if (!isTopic(topic)) {
            errors++;
            return;
        }
        if ((flags & 1) == 1) {
            topics.retain(topic, payload);
        }
        if (!topics.wants(topic)) {
            dropped++;
            return;
        }
        int quality = flags >> 1 & 3;
        if (quality == 3) {
            errors++;
        } else if (quality == 2) {
            deliver(payload);
        } else if (payload > 100) {
            dropped++;
        }
    }

    private static boolean isTopic(int topic) {
        if (topic >= 'a' && topic <= 'z') {
            return true;
        }
        if (topic == '/' || topic == '$') {
            return true;
        }
        return topic > 0xc0;
    }

    private void deliver(int payload) {
        for (Delivery delivery : deliveries) {
            if (delivery.state == Delivery.FREE) {
                delivery.payload = payload;
                delivery.send(nextId++);
                return;
            }
        }
        dropped++;
    }

    private Delivery find(int id, int state) {
        for (Delivery delivery : deliveries) {
            if (delivery.state == state && delivery.id == id) {
                return delivery;
            }
        }
        errors++;
        return null;
    }

    private void received(int id) {
        Delivery delivery = find(id, Delivery.SENT);
        if (delivery != null) {
            delivery.confirm(id);
        }
    }

    private void complete(int id) {
        Delivery delivery = find(id, Delivery.CONFIRMED);
        if (delivery != null) {
            delivery.release(id);
        }
    }

    private void subscribe(int filter) {
        if (filter != '#' && filter != '+' && !isTopic(filter)) {
            errors++;
            return;
        }
        if (!topics.subscribe(filter)) {
            errors++;
        }
    }

    private void ping() {
        pings++;
        if (keepAlive > 0 && pings > keepAlive) {
            errors++;
        }
        if (pings % 4 == 3) {
            dropped = 0;
        }
    }
}
