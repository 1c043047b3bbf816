//! Instructions for which Rust has no safe name. Not every processor has all of them; a release build
//! starts on all of them.

// The one room where it is allowed, with the reason at each place.
#![allow(unsafe_code)]

/// Works with the instructions that count and find bits, where the processor has them. Only what is
/// inlined into the work gets them: mark it `#[inline(always)]`.
///
/// ```
/// assert_eq!(bestmove::processor::counting_bits(|| 0b1011_u64.count_ones()), 3);
/// ```
#[inline]
pub fn counting_bits<R>(work: impl FnOnce() -> R) -> R {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("popcnt") && is_x86_feature_detected!("bmi1") {
        // SAFETY: the processor has just said that it has them.
        return unsafe { with_bit_instructions(work) };
    }
    work()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "popcnt,bmi1")]
fn with_bit_instructions<R>(work: impl FnOnce() -> R) -> R {
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
