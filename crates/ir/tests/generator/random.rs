//! A small seeded source of numbers (SplitMix64: Steele, Lea and Flood, OOPSLA 2014).

/// A source of numbers.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// 64 random bits.
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Below `bound`, which is not 0.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    /// True `part` times out of `whole`.
    pub fn chance(&mut self, part: usize, whole: usize) -> bool {
        self.below(whole) < part
    }

    pub fn pick<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len())]
    }

    /// Mostly small.
    pub fn small(&mut self) -> u64 {
        self.below(1000) as u64
    }

    /// Any offset, extremes included.
    pub fn offset(&mut self) -> i64 {
        let small = self.small() as i64 - 500;
        *self.pick(&[0, small, small, small, i64::MIN, i64::MAX])
    }
}
