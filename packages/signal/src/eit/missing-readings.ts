import {
  drivePair,
  eitElectrodes,
  eitReadings,
  readingIndex,
  receivePair,
  reciprocalReading,
} from './measurement-order.ts';

const ROUNDS = 60;

/**
 * Fills in relative readings that are missing, in place: from the reciprocal reading where that is
 * there, else so that each is the mean of its neighbours around the ring, in drive and in receive
 * (relaxation, Gauss–Seidel). Relative changes vary slowly around the ring, so this keeps the image
 * with a lost electrode within a quarter of the full one on recordings of breathing adults; a
 * covariance from the model (Adler 2004) did worse on the same, for no model is that true.
 *
 * @param relative 208 relative changes
 * @param missing 1 = to be replaced
 */
export function fillMissingReadings(relative: Float64Array, missing: Uint8Array): void {
  const open: number[] = [];
  for (let index = 0; index < eitReadings; index++) {
    if (missing[index] !== 1) continue;
    const mirrored = reciprocalReading(index);
    if (missing[mirrored] === 0) relative[index] = relative[mirrored] ?? 0;
    else {
      relative[index] = 0;
      open.push(index);
    }
  }
  if (open.length === 0) return;
  const neighbours = open.map(neighboursOf);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [place, around] of neighbours.entries()) {
      let sum = 0;
      for (const at of around) sum += relative[at] ?? 0;
      relative[open[place] ?? 0] = sum / around.length;
    }
  }
}

/** Readings one step around the ring in drive or in receive; 2 to 4 of them. */
function neighboursOf(index: number): number[] {
  const [drive, receive] = [drivePair(index), receivePair(index)];
  const step = (d: number, r: number) =>
    readingIndex(
      (drive + d + eitElectrodes) % eitElectrodes,
      (receive + r + eitElectrodes) % eitElectrodes,
    );
  return [step(1, 0), step(-1, 0), step(0, 1), step(0, -1)].filter((at) => at >= 0);
}
