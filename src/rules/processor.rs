//! What one instruction of the processor does, where it has it; found when the program runs.
//!
//! In: words. Out: gathered or counted bits, the same on every machine. Knows nothing of
//! squares. The portable ways beside the fast ones are what those are tested against.

/// What the processor can do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Processor {
    /// It gathers bits in one instruction (BMI2), and counts them in one.
    pub fast: bool,
}

#[cfg(target_arch = "x86_64")]
fn detect() -> bool {
    std::arch::is_x86_feature_detected!("bmi2") && std::arch::is_x86_feature_detected!("popcnt")
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

    /// How many bits of a word are set.
    #[inline(always)]
    pub fn count(self, word: u64) -> u32 {
        #[cfg(target_arch = "x86_64")]
        if self.fast {
            let out: u64;
            // SAFETY: `fast` is only true where the processor has POPCNT (`detect`); the
            // instruction touches neither memory nor stack.
            unsafe {
                std::arch::asm!("popcnt {out}, {word}", out = lateout(reg) out, word = in(reg) word,
                    options(pure, nomem, nostack));
            }
            return out as u32;
        }
        word.count_ones()
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
