/** Limits that protect against archives made to exhaust resources. */
export const ZIP_MAX_ENTRIES = 4_096;
/** Unpacked size of all files together, which must fit into memory. */
export const ZIP_MAX_BYTES = 128 * 1024 * 1024;
/** Maximum compression ratio. Flat signals compress well, so small files are exempt. */
export const ZIP_MAX_RATIO = 400;
export const ZIP_RATIO_FREE_BYTES = 4 * 1024 * 1024;
