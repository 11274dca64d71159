// What compilers make beside the functions of the source is none that is visited: destructors that give memory back, thunks, and
// constructors and destructors that are told where virtual bases are.
//
// functions: _ZN5ShapeD2Ev, _ZN4RectC2Ei, _ZN5ShapeC2Ev, _ZN5NamedC2Ev, _ZN4RectD2Ev, _ZNK4Rect4areaEv, _ZNK4Rect5namedEv, _ZN6SharedD2Ev, _ZN6SquareC1Ei, _ZN6SharedC2Ev, _ZN6SquareD1Ev, _Z3useP5Shapei

struct Shape {
    int live = 0;
    virtual ~Shape();
    virtual int area() const = 0;
};
Shape::~Shape() { live = 0; }

struct Named {
    virtual int named() const = 0;
};

struct Rect : Shape, Named {
    int side;
    explicit Rect(int given);
    ~Rect() override;
    int area() const override;
    int named() const override;
};
Rect::Rect(int given) : side(given & 15) {}
Rect::~Rect() { side = 0; }
int Rect::area() const { return (side & 15) * 2; }
int Rect::named() const { return 7; }

struct Shared {
    int count = 3;
    virtual ~Shared() {}
};

struct Square : virtual Shared {
    explicit Square(int given);
    ~Square() override;
};
Square::Square(int given) { count = given; }
Square::~Square() { count = 0; }

int use(Shape *shape, int side) {
    return shape ? side : 0;
}
