wayfarer c++ -std=c++17 -DSCALE=2 -c shape.cc
wayfarer cc -c scaled.c
ar rc libshape.a shape.o scaled.o
wayfarer c++ main.cpp libshape.a -o area
# Its name does not say what it is written in.
wayfarer cc -x c -c named.in -o named.o
wayfarer cc -c calls.c -o calls.o
wayfarer cc calls.o named.o -o calls
