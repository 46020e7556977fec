/** How far an archive may go before it is taken for one that was made to do harm. */
export const ZIP_MOST_ENTRIES = 4_096;
/** Of all files that are unpacked together: what is read whole has to fit into memory. */
export const ZIP_MOST_BYTES = 128 * 1024 * 1024;
/** A signal that lies flat packs well: small files may pack as well as they like. */
export const ZIP_MOST_RATIO = 400;
export const ZIP_RATIO_FREE_BYTES = 4 * 1024 * 1024;
