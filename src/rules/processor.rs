//! What one instruction of the processor does, where it has it; found when the program runs.
//!
//! In: words. Out: gathered bits, the same on every machine. Knows nothing of
//! squares. The portable ways beside the fast ones are what those are tested against.

/// What the processor can do. Only [`Processor::this`] says that it can do more than every
/// processor: functions built for BMI1, BMI2, POPCNT and AVX2 are called on its word.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Processor {
    /// It gathers bits in one instruction, and has what came with that: BMI1, BMI2, POPCNT, AVX2.
    fast: bool,
}

#[cfg(target_arch = "x86_64")]
fn detect() -> bool {
    use std::arch::is_x86_feature_detected as has;
    has!("bmi1") && has!("bmi2") && has!("popcnt") && has!("avx2")
}
#[cfg(not(target_arch = "x86_64"))]
fn detect() -> bool {
    false
}

impl Processor {
    /// This machine's; asked once.
    pub fn this() -> Self {
        static FOUND: std::sync::OnceLock<bool> = std::sync::OnceLock::new();
        Self { fast: *FOUND.get_or_init(detect) }
    }

    /// Whether it has BMI1, BMI2, POPCNT and AVX2.
    #[inline(always)]
    pub fn is_fast(self) -> bool {
        self.fast
    }

    /// What a function knows that is built for a fast processor, so that nothing is asked twice.
    ///
    /// # Safety
    /// The processor has BMI1, BMI2, POPCNT and AVX2: the caller is a function that is
    /// called only where [`Processor::is_fast`] holds.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    pub unsafe fn fast() -> Self {
        Self { fast: true }
    }

    /// Gathers the bits of `word` under `mask` at the low end.
    #[inline(always)]
    pub fn gather(self, word: u64, mask: u64) -> usize {
        #[cfg(target_arch = "x86_64")]
        if self.fast {
            let out: u64;
            // SAFETY: `fast` is only true where the processor has BMI2 (`detect`); the
            // instruction touches neither memory nor stack.
            unsafe {
                std::arch::asm!("pext {out}, {word}, {mask}", out = lateout(reg) out, word = in(reg) word,
                    mask = in(reg) mask, options(pure, nomem, nostack, preserves_flags));
            }
            return out as usize;
        }
        gather_portable(word, mask)
    }
}

fn gather_portable(word: u64, mut mask: u64) -> usize {
    let (mut out, mut bit) = (0, 1);
    while mask != 0 {
        if word & mask & mask.wrapping_neg() != 0 {
            out |= bit;
        }
        bit <<= 1;
        mask &= mask - 1;
    }
    out
}
