//! What Rust has no safe name for: instructions that not every processor has (a release build starts
//! on all of them), and words with the processor and the system about memory.

// The one room where it is allowed, with the reason at each place.
#![allow(unsafe_code)]

/// Works with the instructions that count and find bits and those that work on many numbers at once, where
/// the processor has them. Only what is inlined into the work gets them: mark it `#[inline(always)]`.
///
/// ```
/// assert_eq!(bestmove::processor::well_equipped(|| 0b1011_u64.count_ones()), 3);
/// ```
#[inline]
pub fn well_equipped<R>(work: impl FnOnce() -> R) -> R {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("popcnt") && is_x86_feature_detected!("bmi1") {
        // SAFETY: the processor has just said that it has them.
        return unsafe { if is_x86_feature_detected!("avx2") { on_many(work) } else { counting_bits(work) } };
    }
    work()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "popcnt,bmi1,avx2")]
fn on_many<R>(work: impl FnOnce() -> R) -> R {
    work()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "popcnt,bmi1")]
fn counting_bits<R>(work: impl FnOnce() -> R) -> R {
    work()
}

/// Has the memory begin to fetch what will be read soon. Unlike a read, it keeps nothing waiting.
///
/// ```
/// let far_away = vec![7; 1 << 20];
/// bestmove::processor::fetch_ahead(&far_away[12_345]);
/// assert_eq!(far_away[12_345], 7);
/// ```
#[inline]
pub fn fetch_ahead<T>(wanted: &T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: every x86-64 has the instruction; it changes nothing that a program can see.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>((&raw const *wanted).cast());
    }
}

/// A large page, in bytes.
#[cfg(target_os = "linux")]
const LARGE_PAGE: usize = 2 << 20;

/// Asks the system to keep what lies here in large pages, where it has some to give: where memory is
/// read all over the place, the processor finds it sooner.
///
/// ```
/// let table = vec![0_u64; 1 << 20];
/// bestmove::processor::in_large_pages(&table);
/// assert!(table.iter().all(|entry| *entry == 0));
/// ```
pub fn in_large_pages<T>(memory: &[T]) {
    #[cfg(target_os = "linux")]
    {
        use rustix::mm::{Advice, madvise};
        let first = memory.as_ptr().cast::<u8>();
        let before = first.align_offset(LARGE_PAGE);
        let whole = size_of_val(memory).saturating_sub(before) / LARGE_PAGE * LARGE_PAGE;
        if whole > 0 {
            // SAFETY: the advice changes nothing that a program can see, and all of it lies in the slice.
            let asked = unsafe { madvise(first.add(before).cast_mut().cast(), whole, Advice::LinuxHugepage) };
            // A system without them has smaller ones.
            let _ = asked;
        }
    }
}
