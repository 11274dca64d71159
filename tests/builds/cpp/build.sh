wayfarer c++ -std=c++17 -DSCALE=2 -c shape.cc
wayfarer cc -c scaled.c
ar rc libshape.a shape.o scaled.o
wayfarer c++ main.cpp libshape.a -o area
