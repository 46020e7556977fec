// The module's fixed memory: 16 pages, nothing allocated. Page 0 is left to the compiler's own data.
export const TABLES: usize = 0x10000;
export const UNPACKING: usize = 0x14000;
export const RECORDS: usize = 0x16000;
export const RECORD_BYTES: usize = 32;
export const MAX_RECORDS: i32 = 2048;
export const INPUT: usize = 0x30000;
export const INPUT_BYTES: usize = 0x50000;
// Reads may run up to 64 bytes over the end of the input, writes over the end of a frame's samples.
export const OUTPUT: usize = 0x81000;
export const OUTPUT_BYTES: usize = 0x60000;
export const SLACK_BYTES: usize = 64;
