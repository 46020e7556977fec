/**
 * The order of the 208 readings of a frame: 16 electrodes in a ring, current through neighbours,
 * voltage between neighbours, readings that share an electrode with the drive left out. Drive pair
 * k (electrodes k and k + 1) is followed by the 13 receive pairs k + 2 … k + 14 around the ring.
 * Electrodes and pairs count from 0 here; electrode 0 is the one at 12 o'clock, the others follow
 * clockwise.
 */
export const eitElectrodes = 16;
export const eitReceivesPerDrive = 13;
export const eitReadings = eitElectrodes * eitReceivesPerDrive;
export const eitImageWidth = 32;
export const eitImagePixels = eitImageWidth * eitImageWidth;

/**
 * Drive pair of reading `index` (0..207): current flows through electrodes `pair` and `pair + 1`.
 */
export function drivePair(index: number): number {
  return Math.floor(index / eitReceivesPerDrive);
}

/** Receive pair of reading `index` (0..207). */
export function receivePair(index: number): number {
  return (drivePair(index) + 2 + (index % eitReceivesPerDrive)) % eitElectrodes;
}

/** Place of the reading with this drive and receive pair; −1 when they share an electrode. */
export function readingIndex(drive: number, receive: number): number {
  const after = (receive - drive + eitElectrodes) % eitElectrodes;
  return after < 2 || after > 14 ? -1 : drive * eitReceivesPerDrive + after - 2;
}

/** The reading with drive and receive exchanged: physics (Geselowitz 1971) makes both equal. */
export function reciprocalReading(index: number): number {
  return readingIndex(receivePair(index), drivePair(index));
}

/** Does reading `index` use this electrode, to drive or to receive? */
export function usesElectrode(index: number, electrode: number): boolean {
  const before = (electrode + eitElectrodes - 1) % eitElectrodes;
  const [drive, receive] = [drivePair(index), receivePair(index)];
  return drive === electrode || drive === before || receive === electrode || receive === before;
}
