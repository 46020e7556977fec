import { readFileSync } from 'node:fs';
import {
  isBeat,
  parseWfdbAnnotations,
  physicalSamples,
  readGoeMf,
  readWfdb,
} from '@yamori/formats';
import { recordingPath } from '../tools/run/recordings.mjs';

export const readBytes = (path: string): Uint8Array => readFileSync(recordingPath(path));
export const readText = (path: string): string => readFileSync(recordingPath(path), 'utf8');

export interface EcgRecord {
  samples: Float32Array;
  sampleRateHz: number;
  beats: number[];
}

/** First lead and beats of an MIT-BIH record. */
export function mitRecord(record: string): EcgRecord {
  const signalFiles = new Map([[`${record}.dat`, readBytes(`ecg-mitdb/${record}.dat`)]]);
  const [lead] = readWfdb({ header: readText(`ecg-mitdb/${record}.hea`), signalFiles }).streams;
  if (!lead) throw new Error(`record ${record} has no signal`);
  const { annotations } = parseWfdbAnnotations(readBytes(`ecg-mitdb/${record}.atr`));
  return {
    samples: physicalSamples(lead),
    sampleRateHz: lead.sampleRateHz,
    beats: annotations.filter(isBeat).map(({ sampleIndex }) => sampleIndex),
  };
}

/** Columns of a numeric CSV file by trimmed heading; empty cells are NaN. */
export function csvColumns(path: string): Map<string, Float32Array> {
  const [head = '', ...lines] = readText(path).trim().split('\n');
  const rows = lines.map((line) =>
    line.split(',').map((cell) => (cell.trim() === '' ? Number.NaN : Number(cell))),
  );
  return new Map(
    head
      .split(',')
      .map((name, column) => [
        name.trim(),
        Float32Array.from(rows, (row) => row[column] ?? Number.NaN),
      ]),
  );
}

/** Frames of 208 voltages of a Goe-MF file, and its rate. */
export function eitFrames(path: string): { frames: Float32Array[]; frameRateHz: number } {
  const { voltages, frameCount, frameRateHz } = readGoeMf(readBytes(path));
  return {
    frames: Array.from({ length: frameCount }, (_, frame) =>
      voltages.subarray(frame * 208, (frame + 1) * 208),
    ),
    frameRateHz,
  };
}

/** One column of the tank file (16 × 16 pairs) in the order of readings. */
export function tankFrame(columns: Map<string, Float32Array>, name: string): Float32Array {
  const values = columns.get(name);
  return Float32Array.from({ length: 208 }, (_, i) => {
    const drive = Math.floor(i / 13);
    return values?.[drive * 16 + ((drive + 2 + (i % 13)) % 16)] ?? Number.NaN;
  });
}
