//! How much memory the process uses: an allocator that counts, so that `--memory` holds for all of
//! it - tree, states, path conditions, terms and the native solver. What Z3 and LLVM allocate by
//! themselves is seen only as far as they have it when the exploration begins.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicIsize, Ordering};

/// The system's allocator, counted.
pub struct Counting;

/// Bytes in use, but for what threads have not added yet.
static IN_USE: AtomicIsize = AtomicIsize::new(0);

/// A thread adds its bytes when they are this many, so that threads do not wait for one another.
const BATCH: isize = 1 << 16;

thread_local! {
    static NOT_ADDED: Cell<isize> = const { Cell::new(0) };
}

/// Bytes in use now, exact to 64 KiB a thread, together with what the process had in memory when this
/// was first asked and was not counted: code, and what LLVM took to build the program.
pub fn in_use() -> usize {
    static UNCOUNTED: OnceLock<usize> = OnceLock::new();
    let counted = usize::try_from(IN_USE.load(Ordering::Relaxed)).unwrap_or(0);
    counted + UNCOUNTED.get_or_init(|| resident().saturating_sub(counted))
}

/// Bytes of the process in memory; 0 if the system does not say.
fn resident() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let resident = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kibibytes = resident.and_then(|rest| rest.trim().split(' ').next()?.parse().ok());
    kibibytes.unwrap_or(0) << 10
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
