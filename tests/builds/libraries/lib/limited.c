int limited(int number) { return number > 1000 ? 1000 : number; }
