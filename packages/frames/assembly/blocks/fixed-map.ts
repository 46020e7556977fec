// The module's fixed memory, up to DYNAMIC; behind it lies what depends on the block (block-memory.ts). Page 0 is left
// to the compiler's own data, 0x10000 to 0x15000 to the tables of the checksum and of unpacking (../memory-map.ts).
export const CLASSES: i32 = 32;
export const SYMBOLS: i32 = 128;
export const PROBABILITY_BITS: u32 = 12;

/** A symbol's frequency (u16) and the sum of those before it (u16), by class; 16 bytes, see symbol-tables.ts. */
export const FREQUENCIES: usize = 0x84000;
/** The symbol that says "larger", by class. */
export const ESCAPES: usize = 0x18000;
/** The states of the range coder. */
export const STATES: usize = 0x18040;
/** Correlations, the equations made of them and their solution. */
export const CORRELATIONS: usize = 0x18100;
export const EQUATIONS: usize = 0x1e200;
export const SOLUTION: usize = 0x20200;
/** The model in use: its counts and its taps by pairs. */
export const COEFFICIENTS: usize = 0x20400;
export const PAIRS: usize = 0x20600;
/** Which symbol a slot of the probability range belongs to, by class. */
export const SLOTS: usize = 0x28000;
/** Up to five channels, made small, for the fit. */
export const FIT_ROWS: usize = 0x48000;
export const FIT_SAMPLES: i32 = 4096;
export const FIT_ROW_BYTES: usize = 2 * (4096 + 64);
/** Which values occur in a channel, and the place of each on their line. */
export const OCCURS: usize = 0x54000;
export const PLACES: usize = 0x64000;
export const DYNAMIC: usize = 0x98000;
