//! Mathematical functions that the host computes and the solver does not understand.
//!
//! The numbers are shared with the library models, which name them in `math_functions.h`.

use std::ffi::{CStr, c_char, c_void};
use std::ptr::NonNull;
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

/// The float that a double holds, as float functions are called.
fn single(bits: &Bits) -> f32 {
    double(bits) as f32
}

fn bits(value: f64) -> Bits {
    Bits::new(64, value.to_bits())
}

unsafe extern "C" {
    fn dlsym(library: *mut c_void, name: *const c_char) -> *mut c_void;
}

/// The function of that name in the libraries of this process. Rust's own run time has some of these
/// functions, too (`cbrt`), which the linker prefers, and which differ in the last digit.
fn in_shared_library(name: &CStr) -> Option<NonNull<c_void>> {
    // SAFETY: the name ends in a zero; null stands for all libraries that are loaded.
    NonNull::new(unsafe { dlsym(std::ptr::null_mut(), name.as_ptr()) })
}

macro_rules! of_the_c_library {
    ($name:ident($($argument:ident: $ty:ty),*) -> $result:ty) => {
        pub fn $name($($argument: $ty),*) -> $result {
            type Function = extern "C" fn($($ty),*) -> $result;
            static FOUND: std::sync::OnceLock<Function> = std::sync::OnceLock::new();
            let found = FOUND.get_or_init(|| {
                let name = std::ffi::CStr::from_bytes_with_nul(
                    concat!(stringify!($name), "\0").as_bytes(),
                );
                match name.ok().and_then(super::in_shared_library) {
                    // SAFETY: the C library's functions of these names have this type.
                    Some(function) => unsafe {
                        std::mem::transmute::<*mut std::ffi::c_void, Function>(function.as_ptr())
                    },
                    None => super::linked::$name,
                }
            });
            found($($argument),*)
        }
    };
}

/// A complex number, which C passes as this.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Complex<T> {
    re: T,
    im: T,
}

fn complex(arguments: &[Bits]) -> Complex<f64> {
    Complex {
        re: double(&arguments[0]),
        im: double(&arguments[1]),
    }
}

fn complex_single(arguments: &[Bits]) -> Complex<f32> {
    Complex {
        re: single(&arguments[0]),
        im: single(&arguments[1]),
    }
}

/// Each line is a function on doubles and the one on floats, whose numbers follow each other; of a complex one the
/// real and the imaginary part have numbers of their own.
macro_rules! functions {
    (
        one { $($one:ident $one_float:ident)* }
        two { $($two:ident $two_float:ident)* }
        ordered { $($ordered:ident $ordered_float:ident)* }
        complex { $($complex:ident $complex_float:ident)* }
    ) => {
        /// What the linker finds under these names.
        mod linked {
            // SAFETY: these are functions of a C library, pure on numbers.
            unsafe extern "C" {
                $(pub safe fn $one(x: f64) -> f64; pub safe fn $one_float(x: f32) -> f32;)*
                $(
                    pub safe fn $two(x: f64, y: f64) -> f64;
                    pub safe fn $two_float(x: f32, y: f32) -> f32;
                )*
                $(
                    pub safe fn $ordered(n: i32, x: f64) -> f64;
                    pub safe fn $ordered_float(n: i32, x: f32) -> f32;
                )*
                $(
                    pub safe fn $complex(z: super::Complex<f64>) -> super::Complex<f64>;
                    pub safe fn $complex_float(z: super::Complex<f32>) -> super::Complex<f32>;
                )*
            }
        }

        /// The functions of the C library that programs use natively.
        mod libm {
            $(
                of_the_c_library!($one(x: f64) -> f64);
                of_the_c_library!($one_float(x: f32) -> f32);
            )*
            $(
                of_the_c_library!($two(x: f64, y: f64) -> f64);
                of_the_c_library!($two_float(x: f32, y: f32) -> f32);
            )*
            $(
                of_the_c_library!($ordered(n: i32, x: f64) -> f64);
                of_the_c_library!($ordered_float(n: i32, x: f32) -> f32);
            )*
            $(
                of_the_c_library!($complex(z: super::Complex<f64>) -> super::Complex<f64>);
                of_the_c_library!($complex_float(z: super::Complex<f32>) -> super::Complex<f32>);
            )*
        }

        /// All of them; the index is the number the library models use.
        pub const MATH_FUNCTIONS: &[MathFunction] = &[
            $(
                MathFunction {
                    name: stringify!($one),
                    arity: 1,
                    compute: |arguments| bits(libm::$one(double(&arguments[0]))),
                },
                MathFunction {
                    name: stringify!($one_float),
                    arity: 1,
                    compute: |arguments| bits(f64::from(libm::$one_float(single(&arguments[0])))),
                },
            )*
            $(
                MathFunction {
                    name: stringify!($two),
                    arity: 2,
                    compute: |arguments| {
                        bits(libm::$two(double(&arguments[0]), double(&arguments[1])))
                    },
                },
                MathFunction {
                    name: stringify!($two_float),
                    arity: 2,
                    compute: |arguments| {
                        let (x, y) = (single(&arguments[0]), single(&arguments[1]));
                        bits(f64::from(libm::$two_float(x, y)))
                    },
                },
            )*
            $(
                MathFunction {
                    name: stringify!($ordered),
                    arity: 2,
                    compute: |arguments| {
                        bits(libm::$ordered(double(&arguments[0]) as i32, double(&arguments[1])))
                    },
                },
                MathFunction {
                    name: stringify!($ordered_float),
                    arity: 2,
                    compute: |arguments| {
                        let (n, x) = (double(&arguments[0]) as i32, single(&arguments[1]));
                        bits(f64::from(libm::$ordered_float(n, x)))
                    },
                },
            )*
            $(
                MathFunction {
                    name: concat!("re ", stringify!($complex)),
                    arity: 2,
                    compute: |arguments| bits(libm::$complex(complex(arguments)).re),
                },
                MathFunction {
                    name: concat!("im ", stringify!($complex)),
                    arity: 2,
                    compute: |arguments| bits(libm::$complex(complex(arguments)).im),
                },
                MathFunction {
                    name: concat!("re ", stringify!($complex_float)),
                    arity: 2,
                    compute: |arguments| {
                        bits(f64::from(libm::$complex_float(complex_single(arguments)).re))
                    },
                },
                MathFunction {
                    name: concat!("im ", stringify!($complex_float)),
                    arity: 2,
                    compute: |arguments| {
                        bits(f64::from(libm::$complex_float(complex_single(arguments)).im))
                    },
                },
            )*
        ];
    };
}

functions! {
    one {
        acos acosf
        asin asinf
        atan atanf
        acosh acoshf
        asinh asinhf
        atanh atanhf
        cos cosf
        sin sinf
        tan tanf
        cosh coshf
        sinh sinhf
        tanh tanhf
        exp expf
        exp2 exp2f
        exp10 exp10f
        expm1 expm1f
        log logf
        log2 log2f
        log10 log10f
        log1p log1pf
        cbrt cbrtf
        erf erff
        erfc erfcf
        tgamma tgammaf
        lgamma lgammaf
        j0 j0f
        j1 j1f
        y0 y0f
        y1 y1f
    }
    two {
        atan2 atan2f
        pow powf
        hypot hypotf
    }
    ordered {
        jn jnf
        yn ynf
    }
    complex {
        cacos cacosf
        casin casinf
        catan catanf
        cacosh cacoshf
        casinh casinhf
        catanh catanhf
        ccos ccosf
        csin csinf
        ctan ctanf
        ccosh ccoshf
        csinh csinhf
        ctanh ctanhf
        cexp cexpf
        clog clogf
        csqrt csqrtf
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The models' table: a line `F(12, 13, cos, …)` names the functions on doubles and floats.
    #[test]
    fn the_numbers_are_those_of_the_library_models() {
        let header = include_str!("../../llvm/library/math_functions.h");
        let mut seen = 0;
        for line in header.lines() {
            let Some((kind, row)) = line.trim().split_once('(') else {
                continue;
            };
            let parts: Vec<&str> = row.split([',', ')']).map(str::trim).collect();
            let number = |i: usize| parts[i].parse::<usize>().expect("a number");
            if kind == "C" {
                for (at, name) in [(0, "re "), (1, "im ")] {
                    let name = format!("{name}{}", parts[1]);
                    assert_eq!(MATH_FUNCTIONS[number(0) + at].name, name);
                    assert_eq!(MATH_FUNCTIONS[number(0) + at + 2].name, format!("{name}f"));
                }
                seen += 4;
            }
            if kind != "F" && kind != "N" {
                continue;
            }
            assert_eq!(MATH_FUNCTIONS[number(0)].name, parts[2]);
            assert_eq!(MATH_FUNCTIONS[number(1)].name, format!("{}f", parts[2]));
            seen += 2;
        }
        let at = |name: &str| {
            let index = MATH_FUNCTIONS.iter().position(|it| it.name == name);
            index.expect("it is in the table")
        };
        let rest = format!(
            "MATH_LGAMMA = {}, MATH_LGAMMAF = {}",
            at("lgamma"),
            at("lgammaf")
        );
        assert!(header.contains(&rest), "{rest}");
        assert_eq!(seen + 2, MATH_FUNCTIONS.len());
    }

    #[test]
    fn parts_of_complex_numbers_come_back() {
        let at = |name: &str| {
            let found = MATH_FUNCTIONS.iter().find(|it| it.name == name);
            found.expect("it is in the table").compute
        };
        // The root of -4 is 2i.
        let minus_four = [bits(-4.0), bits(0.0)];
        assert_eq!(double(&at("re csqrt")(&minus_four)), 0.0);
        assert_eq!(double(&at("im csqrt")(&minus_four)), 2.0);
        assert_eq!(double(&at("re csqrtf")(&minus_four)), 0.0);
        assert_eq!(double(&at("im csqrtf")(&minus_four)), 2.0);
        assert_eq!(double(&at("jn")(&[bits(0.0), bits(0.0)])), 1.0);
    }

    #[test]
    fn float_functions_compute_in_float() {
        let at = |name: &str| {
            let index = MATH_FUNCTIONS.iter().position(|it| it.name == name);
            &MATH_FUNCTIONS[index.expect("it is in the table")]
        };
        let third = bits(f64::from(1.0_f32 / 3.0));
        let float = double(&(at("sinf").compute)(std::slice::from_ref(&third)));
        assert_eq!(float, f64::from(float as f32));
        assert_ne!(float, double(&(at("sin").compute)(&[third])));
    }

    #[test]
    fn the_last_digit_is_that_of_the_c_library() {
        let cbrt = MATH_FUNCTIONS.iter().find(|it| it.name == "cbrt");
        let cbrt = cbrt.expect("it is there").compute;
        let library = in_shared_library(c"cbrt").expect("the C library has it");
        // SAFETY: that is its type.
        let native: extern "C" fn(f64) -> f64 = unsafe { std::mem::transmute(library.as_ptr()) };
        let mut x = 0.001;
        while x < 1e6 {
            let computed = f64::from_bits(cbrt(&[bits(x)]).low_u64());
            assert_eq!(computed.to_bits(), native(x).to_bits(), "cbrt({x})");
            x *= 1.37;
        }
    }
}
