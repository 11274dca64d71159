//! How much memory the process uses, so that `--memory` holds for all of it: tree, states, path
//! conditions, terms, both solvers. An allocator counts what Rust code has; the system says what the
//! process has in memory. Neither is enough alone: Z3 and LLVM are not counted, nor are the gaps
//! between what is; and what was freed mostly stays with the process, to be used again.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::atomic::{AtomicIsize, AtomicUsize, Ordering};

/// The system's allocator, counted.
pub struct Counting;

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
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let resident = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kibibytes: usize = resident.trim().split(' ').next()?.parse().ok()?;
    Some(kibibytes << 10)
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

/// What the system's allocator takes for so many bytes: a header, and multiples of sixteen.
#[inline]
fn chunk(bytes: usize) -> isize {
    ((bytes + 8 + 15) & !15) as isize
}

// SAFETY: every call is handed on to the system's allocator as it is.
unsafe impl GlobalAlloc for Counting {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(chunk(layout.size()));
        // SAFETY: the caller keeps the contract.
        unsafe { System.alloc(layout) }
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(chunk(layout.size()));
        // SAFETY: the caller keeps the contract.
        unsafe { System.alloc_zeroed(layout) }
    }

    #[inline]
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        count(-chunk(layout.size()));
        // SAFETY: the caller keeps the contract.
        unsafe { System.dealloc(pointer, layout) }
    }

    #[inline]
    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(chunk(size) - chunk(layout.size()));
        // SAFETY: the caller keeps the contract.
        unsafe { System.realloc(pointer, layout, size) }
    }
}
