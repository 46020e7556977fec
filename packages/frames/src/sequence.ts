/**
 * Number of frames from one sequence number to another. Sequence numbers wrap at 2^32.
 * @param from 0 to 2^32 - 1
 * @param to 0 to 2^32 - 1
 * @returns 0 to 2^32 - 1; from 2^31 on, `to` is before `from`
 */
export const sequenceDistance = (from: number, to: number): number => (to - from) >>> 0;
