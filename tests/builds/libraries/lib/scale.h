int scale(int number);
int never_called(int number);
