//! CPU feature detection, and PEXT (parallel bit extract).
//!
//! Contains [`CpuFeatures`], the features found at run time, and a portable PEXT for other CPUs.
//!
//! Input: 64-bit words and masks. Output: extracted bits, identical on every machine. Tests compare
//! the instruction with the portable version. Does not know squares.

/// The features of the CPU. Only [`CpuFeatures::this`] may report more than the baseline: functions
/// compiled for BMI1, BMI2, POPCNT and AVX2 rely on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CpuFeatures {
    /// BMI1, BMI2 (with the PEXT instruction), POPCNT and AVX2 are all available.
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

impl CpuFeatures {
    /// Returns the features of this machine, detected once.
    pub fn this() -> Self {
        static FOUND: std::sync::OnceLock<bool> = std::sync::OnceLock::new();
        Self { fast: *FOUND.get_or_init(detect) }
    }

    /// Reports whether BMI1, BMI2, POPCNT and AVX2 are available.
    #[inline(always)]
    pub fn is_fast(self) -> bool {
        self.fast
    }

    /// Returns the full feature set without detection, for functions compiled for it.
    ///
    /// # Safety
    /// The CPU has BMI1, BMI2, POPCNT and AVX2. Call this only from functions that run
    /// only if [`CpuFeatures::is_fast`] holds.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    pub unsafe fn fast() -> Self {
        Self { fast: true }
    }

    /// Extracts the bits of `word` selected by `mask` into the low bits (PEXT).
    #[inline(always)]
    pub fn pext(self, word: u64, mask: u64) -> usize {
        #[cfg(target_arch = "x86_64")]
        if self.fast {
            let out: u64;
            // SAFETY: `fast` is only true if the CPU has BMI2 (`detect`); the
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
