//! Words stirred into one, for tables to find things by.

/// One word for many, in their order; two lists of words hardly ever share one.
///
/// ```
/// use bestmove::mixing::mixed;
///
/// assert_eq!(mixed([1, 2]), mixed([1, 2]));
/// assert_ne!(mixed([1, 2]), mixed([2, 1]));
/// ```
#[inline]
pub fn mixed(words: impl IntoIterator<Item = u64>) -> u64 {
    words.into_iter().fold(0x9e37_79b9_7f4a_7c15, |stirred, word| {
        let product = (stirred ^ word).wrapping_mul(0xd6e8_feb8_6659_fd93);
        product ^ product >> 32
    })
}
