//! How much memory the process uses, so that `--memory` holds for all of it: tree, states, path
//! conditions, terms, both solvers. An allocator counts what Rust code has; the system says what the
//! process has in memory. Neither is enough alone: Z3 and LLVM are not counted, nor are the gaps
//! between what is; and what was freed mostly stays with the process, to be used again.
//!
//! The allocator is mimalloc: exploration makes and drops small objects all the time (frames, nodes of
//! tables, terms), and takes a sixth less time with it than with the C library's.
//!
//! Where the system gives no more at all (`prlimit --as`, `ulimit -v`), a reserve is given up, and with
//! it a run ends as when it is interrupted: everything found is kept, and it can be resumed.

use crate::exit;
use libmimalloc_sys::{
    mi_free, mi_malloc, mi_malloc_aligned, mi_realloc, mi_realloc_aligned, mi_zalloc,
    mi_zalloc_aligned,
};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::io::Write;
use std::ptr::null_mut;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicIsize, AtomicPtr, AtomicUsize, Ordering};

/// The allocator of Rust code, counted.
pub struct Counting;

/// Address space that is kept back to end a run with: for its last batch, its summary, the native runs
/// that are under way. Nothing of it is ever in memory before it is given up.
const RESERVE: Layout = match Layout::from_size_align(64 << 20, 4096) {
    Ok(layout) => layout,
    Err(_) => panic!("4096 is a power of two"),
};

/// The reserve, as long as there is one.
static KEPT_BACK: AtomicPtr<u8> = AtomicPtr::new(null_mut());

/// What ends the run when the reserve is given up.
static INTERRUPT: AtomicPtr<AtomicBool> = AtomicPtr::new(null_mut());

/// The system has given no more memory.
static EXHAUSTED: AtomicBool = AtomicBool::new(false);

/// Keeps a reserve back: memory that runs out from now on sets `interrupt` instead of ending the
/// process. To be called once, by the process that the run belongs to.
pub fn keep_reserve(interrupt: Arc<AtomicBool>) {
    INTERRUPT.store(Arc::into_raw(interrupt).cast_mut(), Ordering::Relaxed);
    // SAFETY: the layout is not of size zero.
    let reserve = unsafe { System.alloc(RESERVE) };
    KEPT_BACK.store(reserve, Ordering::Release);
}

/// True if memory has run out, so that the reserve is in use.
pub fn exhausted() -> bool {
    EXHAUSTED.load(Ordering::Relaxed)
}

/// Gives the reserve up; false if there is none any more.
fn give_up_reserve() -> bool {
    let reserve = KEPT_BACK.swap(null_mut(), Ordering::AcqRel);
    if reserve.is_null() {
        return false;
    }
    EXHAUSTED.store(true, Ordering::Relaxed);
    // SAFETY: the reserve was allocated with this layout, and whoever swaps it out has it alone.
    unsafe { System.dealloc(reserve, RESERVE) };
    // SAFETY: the pointer comes from an `Arc` whose count is never given back.
    if let Some(interrupt) = unsafe { INTERRUPT.load(Ordering::Relaxed).as_ref() } {
        interrupt.store(true, Ordering::Relaxed);
    }
    true
}

/// The end of the process: what its run has committed is as safe as from a `kill`.
fn end() -> ! {
    let text = match INTERRUPT.load(Ordering::Relaxed).is_null() {
        true => "wayfarer: out of memory\n",
        false => {
            "wayfarer: out of memory; what was stored of the run is kept, `wayfarer resume` goes on\n"
        }
    };
    let _ = std::io::stderr().write_all(text.as_bytes());
    signal_hook::low_level::exit(exit::COULD_NOT_RUN.into());
}

#[cold]
fn again(allocate: impl Fn() -> *mut u8) -> *mut u8 {
    loop {
        let had_reserve = give_up_reserve();
        // Another thread may have given it up meanwhile.
        let given = allocate();
        if !given.is_null() {
            return given;
        }
        if !had_reserve {
            end();
        }
    }
}

/// What `allocate` gives, where need be from the reserve.
#[inline]
fn or_from_reserve(allocate: impl Fn() -> *mut u8) -> *mut u8 {
    match allocate() {
        null if null.is_null() => again(allocate),
        given => given,
    }
}

/// Bytes in use, but for what threads have not added yet.
static IN_USE: AtomicIsize = AtomicIsize::new(0);

/// A thread adds its bytes when they are this many, so that threads do not wait for one another.
const BATCH: isize = 1 << 16;

thread_local! {
    static NOT_ADDED: Cell<isize> = const { Cell::new(0) };
}

/// How much less of the gaps is taken to be of use, in bytes, for each byte by which the process grows
/// while it has gaps.
const MISFIT: usize = 3;

/// Bytes in memory that cannot be used again: all that the process has in memory, less the gaps that
/// freed memory left. Asks the system, which takes some ten microseconds.
///
/// Most gaps fit what comes next, as most of it is of the same sizes; where the process grows all the
/// same, some did not, and fewer are counted on ([`MISFIT`]).
pub fn in_use() -> usize {
    static MOST_RESIDENT: AtomicUsize = AtomicUsize::new(0);
    static UNCOUNTED: AtomicUsize = AtomicUsize::new(0);
    let counted = usize::try_from(IN_USE.load(Ordering::Relaxed)).unwrap_or(0);
    let Some(resident) = resident() else {
        return counted;
    };
    let before = MOST_RESIDENT.fetch_max(resident, Ordering::Relaxed);
    let mut uncounted = UNCOUNTED.load(Ordering::Relaxed);
    if resident > before {
        let without_gaps = resident.saturating_sub(counted);
        uncounted = without_gaps.min(uncounted + MISFIT * (resident - before));
        UNCOUNTED.store(uncounted, Ordering::Relaxed);
    }
    resident.min(counted + uncounted)
}

/// Bytes of the process in memory; `None` if the system does not say.
fn resident() -> Option<usize> {
    resident_in(&std::fs::read_to_string("/proc/self/status").ok()?)
}

/// The same, as the system says it.
fn resident_in(status: &str) -> Option<usize> {
    let resident = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kibibytes: usize = resident.trim().split(' ').next()?.parse().ok()?;
    kibibytes.checked_mul(1 << 10)
}

#[inline]
fn count(bytes: isize) {
    // A thread that is ending has no counter any more; what it frees then is little.
    let _ = NOT_ADDED.try_with(|counter| {
        let sum = counter.get() + bytes;
        if sum.abs() < BATCH {
            counter.set(sum);
        } else {
            IN_USE.fetch_add(sum, Ordering::Relaxed);
            counter.set(0);
        }
    });
}

/// What the allocator takes for so many bytes: multiples of sixteen, and an eighth of larger ones.
#[inline]
fn chunk(bytes: usize) -> isize {
    let step = ((bytes >> 3).next_power_of_two()).max(16);
    ((bytes + step - 1) & !(step - 1)) as isize
}

/// True if mimalloc aligns all that it gives out as far as this.
#[inline]
fn is_usual(layout: Layout) -> bool {
    layout.align() <= 8
}

// SAFETY: every call is handed on to the allocator as it is, again if there was no memory.
unsafe impl GlobalAlloc for Counting {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let (size, align) = (layout.size(), layout.align());
        count(chunk(size));
        // SAFETY: the alignment is a power of two.
        or_from_reserve(|| unsafe {
            match is_usual(layout) {
                true => mi_malloc(size).cast(),
                false => mi_malloc_aligned(size, align).cast(),
            }
        })
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        let (size, align) = (layout.size(), layout.align());
        count(chunk(size));
        // SAFETY: the alignment is a power of two.
        or_from_reserve(|| unsafe {
            match is_usual(layout) {
                true => mi_zalloc(size).cast(),
                false => mi_zalloc_aligned(size, align).cast(),
            }
        })
    }

    #[inline]
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        count(-chunk(layout.size()));
        // SAFETY: the caller keeps the contract: the pointer is from one of these.
        unsafe { mi_free(pointer.cast()) };
    }

    #[inline]
    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(chunk(size) - chunk(layout.size()));
        // SAFETY: the caller keeps the contract: the pointer is from one of these, with this alignment.
        or_from_reserve(|| unsafe {
            match is_usual(layout) {
                true => mi_realloc(pointer.cast(), size).cast(),
                false => mi_realloc_aligned(pointer.cast(), size, layout.align()).cast(),
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_status_is_read() {
        let status = "Name:\twayfarer\nVmHWM:\t  200 kB\nVmRSS:\t    12 kB\nThreads:\t4\n";
        assert_eq!(resident_in(status), Some(12 << 10));
        mutants::check(&mutants::texts(&[status]), 3_000, |bytes| {
            let bytes = resident_in(&String::from_utf8_lossy(bytes));
            assert_eq!(bytes.unwrap_or(0) % 1024, 0);
        });
    }
}
