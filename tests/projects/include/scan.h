struct scanner {
  int from;
  unsigned char wanted;
};

int scan(const struct scanner *scanner, const unsigned char *data, int limit);
