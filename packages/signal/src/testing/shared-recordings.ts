import { readFileSync } from 'node:fs';
import { recordingPath } from '../../../../tools/run/recordings.mjs';

export function sharedText(path: string): string {
  return readFileSync(recordingPath(path), 'utf8');
}

export function sharedBytes(path: string): Buffer {
  return readFileSync(recordingPath(path));
}

/**
 * One lead of an MIT-BIH record (format 212: two 12-bit samples in three bytes), in ADC units, 360
 * Hz.
 */
export function mitLead(record: string, lead: 0 | 1 = 0): Float32Array {
  const bytes = sharedBytes(`ecg-mitdb/${record}.dat`);
  const signed = (value: number) => (value > 2047 ? value - 4096 : value);
  return Float32Array.from({ length: Math.floor(bytes.length / 3) }, (_, i) => {
    const [low = 0, middle = 0, high = 0] = bytes.subarray(3 * i, 3 * i + 3);
    return lead === 0 ? signed(low | ((middle & 15) << 8)) : signed(high | ((middle >> 4) << 8));
  });
}

/** Sample indices of the annotated beats of an MIT-BIH record. */
export function mitBeats(record: string): number[] {
  const bytes = sharedBytes(`ecg-mitdb/${record}.atr`);
  const beatCodes = new Set([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 25, 30, 34, 35, 38, 41]);
  const beats: number[] = [];
  let time = 0;
  for (let at = 0; at + 1 < bytes.length;) {
    const word = bytes.readUInt16LE(at);
    const code = word >> 10;
    const interval = word & 1023;
    at += 2;
    if (word === 0) break;
    if (code === 59) {
      time += bytes.readUInt16LE(at) * 65_536 + bytes.readUInt16LE(at + 2);
      at += 4;
    } else if (code === 63) at += interval + (interval & 1);
    else if (code < 60) {
      time += interval;
      if (beatCodes.has(code)) beats.push(time);
    }
  }
  return beats;
}

/** A column of a CSV file by its trimmed heading. */
export function csvColumn(path: string, heading: string): Float32Array {
  const [head = '', ...lines] = sharedText(path).trim().split('\n');
  const column = head.split(',').findIndex((name) => name.trim() === heading);
  return Float32Array.from(lines, (line) => Number(line.split(',')[column]));
}

/**
 * The 208 voltages of each frame of a Goe-MF `.get` file (256 float32 per frame, 13 frames a
 * second).
 */
export function goeMfFrames(path: string): Float32Array[] {
  const bytes = sharedBytes(path);
  return Array.from({ length: bytes.length / 1024 }, (_, frame) =>
    Float32Array.from({ length: 208 }, (_unused, i) => bytes.readFloatLE(frame * 1024 + 4 * i)),
  );
}

/**
 * One column of the tank file, reordered from 16 × 16 drive and receive pairs to the order of
 * readings.
 */
export function tankFrame(column: 'vvRef' | 'vvAvg1' | 'vvAvg2' | 'vvAvg3'): Float32Array {
  const values = csvColumn('eit/tank-known-positions/avgdata_ph1t1.derived.csv', column);
  return Float32Array.from({ length: 208 }, (_, i) => {
    const drive = Math.floor(i / 13);
    return values[drive * 16 + ((drive + 2 + (i % 13)) % 16)] ?? Number.NaN;
  });
}

export interface BeatScore {
  found: number;
  missed: number;
  invented: number;
  /** Harmonic mean of sensitivity and positive predictive value, 0..1. */
  f1: number;
}

/** Matches reference and detected beats within `tolerance` samples, each at most once. */
export function scoreBeats(
  reference: ArrayLike<number>,
  detected: ArrayLike<number>,
  tolerance: number,
): BeatScore {
  let i = 0;
  let j = 0;
  let found = 0;
  while (i < reference.length && j < detected.length) {
    const apart = (reference[i] ?? 0) - (detected[j] ?? 0);
    if (Math.abs(apart) <= tolerance) {
      found += 1;
      i += 1;
      j += 1;
    } else if (apart < 0) i += 1;
    else j += 1;
  }
  const missed = reference.length - found;
  const invented = detected.length - found;
  return { found, missed, invented, f1: (2 * found) / (2 * found + missed + invented) };
}
