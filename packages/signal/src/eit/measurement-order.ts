/**
 * Order of the 208 readings of a frame: 16 electrodes in a ring, adjacent drive, adjacent receive,
 * without readings that share an electrode with the drive. Drive pair k (electrodes k and k + 1) is
 * followed by the 13 receive pairs k + 2 … k + 14 around the ring. Electrodes and pairs count from
 * 0; electrode 0 is at 12 o'clock, and the numbers increase clockwise.
 */
export const eitElectrodes = 16;
export const eitReceivesPerDrive = 13;
export const eitReadings = eitElectrodes * eitReceivesPerDrive;
export const eitImageWidth = 32;
export const eitImagePixels = eitImageWidth * eitImageWidth;

/** Drive pair of reading `index` (0..207): the current passes electrodes `pair` and `pair + 1`. */
export function drivePair(index: number): number {
  return Math.floor(index / eitReceivesPerDrive);
}

/** Receive pair of reading `index` (0..207). */
export function receivePair(index: number): number {
  return (drivePair(index) + 2 + (index % eitReceivesPerDrive)) % eitElectrodes;
}

/** Index of the reading with this drive and receive pair; −1 if they share an electrode. */
export function readingIndex(drive: number, receive: number): number {
  const after = (receive - drive + eitElectrodes) % eitElectrodes;
  return after < 2 || after > 14 ? -1 : drive * eitReceivesPerDrive + after - 2;
}

/**
 * Index of the reading with drive and receive exchanged; the two are equal by reciprocity
 * (Geselowitz 1971).
 */
export function reciprocalReading(index: number): number {
  return readingIndex(receivePair(index), drivePair(index));
}

/** Whether reading `index` uses this electrode, to drive or to receive. */
export function usesElectrode(index: number, electrode: number): boolean {
  const before = (electrode + eitElectrodes - 1) % eitElectrodes;
  const drive = drivePair(index);
  const receive = receivePair(index);
  return drive === electrode || drive === before || receive === electrode || receive === before;
}
