//! Mathematical functions that the host computes and the solver does not understand.
//!
//! The numbers are shared with the library models, which name them in `math_functions.h`.

use term::Bits;

/// A function of [`MATH_FUNCTIONS`].
#[derive(Clone, Copy, Debug)]
pub struct MathFunction {
    /// Its name in C.
    pub name: &'static str,
    /// Number of arguments.
    pub arity: u32,
    /// Computes it on patterns of doubles.
    pub compute: fn(&[Bits]) -> Bits,
}

/// The function of that number, if it takes so many arguments.
pub fn find(number: u32, arity: u32) -> Option<&'static MathFunction> {
    MATH_FUNCTIONS
        .get(number as usize)
        .filter(|function| function.arity == arity)
}

fn double(bits: &Bits) -> f64 {
    f64::from_bits(bits.low_u64())
}

macro_rules! functions {
    (one { $($one:ident)* } two { $($two:ident)* }) => {
        mod libm {
            // SAFETY: these are the functions of the C library, pure on doubles.
            unsafe extern "C" {
                $(pub safe fn $one(x: f64) -> f64;)*
                $(pub safe fn $two(x: f64, y: f64) -> f64;)*
            }
        }

        /// All of them; the index is the number the library models use.
        pub const MATH_FUNCTIONS: &[MathFunction] = &[
            $(MathFunction {
                name: stringify!($one),
                arity: 1,
                compute: |arguments| {
                    Bits::new(64, libm::$one(double(&arguments[0])).to_bits())
                },
            },)*
            $(MathFunction {
                name: stringify!($two),
                arity: 2,
                compute: |arguments| {
                    let (x, y) = (double(&arguments[0]), double(&arguments[1]));
                    Bits::new(64, libm::$two(x, y).to_bits())
                },
            },)*
        ];
    };
}

functions! {
    one {
        sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh
        exp exp2 expm1 log log2 log10 log1p cbrt erf erfc tgamma lgamma
    }
    two { pow atan2 hypot }
}
