// Fixed memory of the module: 16 pages, no allocation. Page 0 belongs to the compiler.
export const TABLES: usize = 0x10000;
export const UNPACKING: usize = 0x14000;
export const RECORDS: usize = 0x16000;
export const RECORD_BYTES: usize = 32;
export const MAX_RECORDS: i32 = 2048;
export const INPUT: usize = 0x30000;
export const INPUT_BYTES: usize = 0x50000;
// Reads may go 64 bytes past the input's end, writes past the end of a frame's samples.
export const OUTPUT: usize = 0x81000;
export const OUTPUT_BYTES: usize = 0x60000;
export const SLACK_BYTES: usize = 64;
