// A shop by post: what customers and the staff do with orders is bytes, each action a letter and the number of an order. What is
// wrong: who has claimed the price of what arrived broken, and sends it back, gets the price once more.
// explore: Orders.run
// options: --spec Orders.spec --array-length 16
// violated by: 50 31 4b 31 53 31 43 31 42 31 52 31
class Order {
    int paid;
    int weight;
    int discount;
    int wrapping;
    int stars;
    boolean isPacked;
    boolean isShipped;
    boolean isBack;
    boolean isClaimed;
    boolean isRefunded;

    void pay(int amount) {
        paid = amount;
    }

    void pack() {
        isPacked = true;
    }

    void ship() {
        isShipped = true;
    }

    void takeBack() {
        isBack = true;
    }

    void refund(int amount) {
        paid -= amount;
    }
}

class Input {
    private final byte[] bytes;
    private int position;

    Input(byte[] bytes) {
        this.bytes = bytes;
    }

    boolean hasMore() {
        return position < bytes.length;
    }

    int peek() {
        return hasMore() ? bytes[position] & 0xff : -1;
    }

    int next() {
        return hasMore() ? bytes[position++] & 0xff : 0;
    }
}

/** What goes on in the shop beside its orders. */
class Books {
    int refused;
    int letters;
    int turnover;
    int heavy;
    int abroad;
    int gifts;
    int scanned;
    int opinions;
}

interface Action {
    char letter();

    void apply(Order order, Input input, Books books);
}

class Pay implements Action {
    public char letter() {
        return 'P';
    }

    public void apply(Order order, Input input, Books books) {
        if (order.paid > 0) {
            books.refused++;
            return;
        }
        int price = 40 - order.discount;
        if (order.wrapping > 0) {
            price += 2;
        }
        books.turnover += price;
        order.pay(price);
    }
}

class Pack implements Action {
    public char letter() {
        return 'K';
    }

    public void apply(Order order, Input input, Books books) {
        if (order.paid == 0 || order.isPacked) {
            books.refused++;
            return;
        }
        order.pack();
    }
}

class Ship implements Action {
    public char letter() {
        return 'S';
    }

    public void apply(Order order, Input input, Books books) {
        if (!order.isPacked || order.isShipped) {
            books.refused++;
            return;
        }
        if (order.weight > 20) {
            books.heavy++;
        }
        order.ship();
    }
}

class TakeBack implements Action {
    public char letter() {
        return 'B';
    }

    public void apply(Order order, Input input, Books books) {
        if (!order.isShipped || order.isBack) {
            books.refused++;
            return;
        }
        order.takeBack();
    }
}

class Refund implements Action {
    public char letter() {
        return 'R';
    }

    public void apply(Order order, Input input, Books books) {
        if (!order.isBack || order.isRefunded) {
            books.refused++;
            return;
        }
        order.refund(order.paid);
        order.isRefunded = true;
    }
}

class Claim implements Action {
    public char letter() {
        return 'C';
    }

    public void apply(Order order, Input input, Books books) {
        if (!order.isShipped || order.isBack || order.isClaimed) {
            books.refused++;
            return;
        }
        order.refund(order.paid);
        order.isClaimed = true;
        books.letters++;
    }
}

/** A code for a discount: letters and digits, of which the last is a check digit. Who mistypes gets none. */
class Coupon implements Action {
    public char letter() {
        return 'D';
    }

    public void apply(Order order, Input input, Books books) {
        int sum = 0;
        int last = 0;
        int length = 0;
        while (length < 4 && input.peek() != '.' && input.hasMore()) {
            int c = input.next();
            if (c >= '0' && c <= '9') {
                last = c - '0';
                sum += last;
            } else if (c >= 'A' && c <= 'Z') {
                sum += 2 * (c - 'A');
            } else {
                books.letters++;
            }
            length++;
        }
        if (length > 1 && (sum - last) % 10 == last) {
            order.discount = 10;
        } else if (length > 2 && sum % 7 == 0) {
            order.discount = 5;
        } else {
            order.discount = 0;
        }
    }
}

/** The customer's address: the first letters of a country, and the digits of a post code. */
class Address implements Action {
    public char letter() {
        return 'A';
    }

    public void apply(Order order, Input input, Books books) {
        int country = input.next();
        int digits = 0;
        switch (country) {
            case 'D':
            case 'F':
                digits = 5;
                break;
            case 'A':
            case 'C':
                digits = 4;
                books.abroad++;
                break;
            case 'N':
                digits = 4;
                books.abroad += 2;
                break;
            default:
                books.letters++;
        }
        int read = 0;
        while (input.peek() >= '0' && input.peek() <= '9' && read < digits) {
            if (input.next() == '0' && read == 0) {
                books.letters++;
            }
            read++;
        }
        if (read != 0 && read != digits) {
            books.letters++;
        }
    }
}

class Wrapping implements Action {
    public char letter() {
        return 'G';
    }

    public void apply(Order order, Input input, Books books) {
        int paper = input.next();
        if (paper >= '1' && paper <= '3') {
            order.wrapping = paper - '0';
            books.gifts++;
        } else if (paper == '0') {
            order.wrapping = 0;
        } else {
            books.refused++;
            return;
        }
        if (order.wrapping == 3 && books.gifts > 2) {
            books.letters++;
        }
    }
}

class Weigh implements Action {
    public char letter() {
        return 'W';
    }

    public void apply(Order order, Input input, Books books) {
        int scale = input.next();
        if ((scale & 0x80) != 0) {
            books.refused++;
            return;
        }
        if (scale > 100) {
            order.weight = 31;
        } else if (scale > 50) {
            order.weight = scale / 3;
        } else {
            order.weight = scale / 5;
        }
        if (order.weight < 2) {
            books.letters++;
        }
    }
}

/** Where a parcel has been seen: a list of places, as the carriers' scanners write it. */
class Track implements Action {
    public char letter() {
        return 'T';
    }

    public void apply(Order order, Input input, Books books) {
        int before = -1;
        while (input.hasMore() && input.peek() != '.') {
            int place = input.next();
            if (place == before) {
                books.letters++;
            } else if (place >= 'a' && place <= 'm') {
                books.scanned++;
            } else if (place >= 'n' && place <= 'z') {
                books.scanned += 2;
            } else if (place != ' ') {
                books.refused++;
            }
            before = place;
        }
        input.next();
    }
}

/** Stars, and a remark up to a point. */
class Rate implements Action {
    public char letter() {
        return 'O';
    }

    public void apply(Order order, Input input, Books books) {
        int stars = input.next() - '0';
        if (stars < 1 || stars > 5) {
            books.refused++;
            stars = 3;
        }
        order.stars = stars;
        int shouting = 0;
        while (input.hasMore() && input.peek() != '.') {
            int c = input.next();
            if (c >= 'A' && c <= 'Z' || c == '!') {
                shouting++;
            } else if (c == ')' && stars > 3) {
                books.opinions++;
            }
        }
        input.next();
        if (shouting > 2 && stars < 3) {
            books.letters++;
        } else if (shouting == 0) {
            books.opinions += stars;
        }
    }
}

class Orders {
    static final int COUNT = 3;

    private final Order[] orders = {new Order(), new Order(), new Order()};
    private final Action[] actions = {new Pay(), new Pack(), new Ship(), new TakeBack(), new Refund(), new Claim(),
        new Coupon(), new Address(), new Wrapping(), new Weigh(), new Track(), new Rate()};
    private final Books books = new Books();

    /** Lets the shop work as long as there is input. Gives how many letters it has to write. */
    static int run(byte[] bytes) {
        if (bytes == null) {
            return 0;
        }
        Orders shop = new Orders();
        Input input = new Input(bytes);
        while (input.hasMore()) {
            shop.act(input.next(), input);
        }
        return shop.books.letters;
    }

    private void act(int letter, Input input) {
        int number = input.next() - '0';
        if (number < 0 || number >= COUNT) {
            books.refused++;
            return;
        }
        for (Action action : actions) {
            if (action.letter() == letter) {
                action.apply(orders[number], input, books);
                return;
            }
        }
        books.refused++;
    }
}
