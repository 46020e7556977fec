// Fixed memory of the module, up to DYNAMIC; memory that depends on the block follows
// (block-memory.ts). Page 0 belongs to the compiler, 0x10000 to 0x15000 to the tables for CRC and
// unpacking (../memory-map.ts).
export const CLASSES: i32 = 32;
export const SYMBOLS: i32 = 128;
export const PROBABILITY_BITS: u32 = 12;

/**
 * A symbol's frequency (u16) and the sum of earlier ones (u16), by class; 16 bytes, see
 * symbol-tables.ts.
 */
export const FREQUENCIES: usize = 0x84000;
/** Escape symbol by class. */
export const ESCAPES: usize = 0x18000;
/** States of the range coder. */
export const STATES: usize = 0x18040;
/** Correlations, normal equations and their solution. */
export const CORRELATIONS: usize = 0x18100;
export const EQUATIONS: usize = 0x1e200;
export const SOLUTION: usize = 0x20200;
/** The current model: counts, and taps in pairs. */
export const COEFFICIENTS: usize = 0x20400;
export const PAIRS: usize = 0x20600;
/** Symbol of each slot of the probability range, by class. */
export const SLOTS: usize = 0x28000;
/** Scaled copies of up to five channels, for the fit. */
export const FIT_ROWS: usize = 0x48000;
export const FIT_SAMPLES: i32 = 4096;
export const FIT_ROW_BYTES: usize = 2 * (4096 + 64);
/** Values that occur in a channel, and the place of each on their line. */
export const OCCURS: usize = 0x54000;
export const PLACES: usize = 0x64000;
export const DYNAMIC: usize = 0x98000;
