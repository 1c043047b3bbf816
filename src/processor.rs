//! Instructions that most processors have and some do not. A release build starts on all of them.

// The one room where it is allowed: what is called here must be asked of the processor first.
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
