import { NOT_MEASURED } from '@yamori/frames';
import type { PlacedRecords } from './placed-records.ts';

/** Bitmap of the records that contain data, for each stream. */
export type RecordMap = {
  readonly samplesPerRecord: readonly number[];
  readonly add: (placed: PlacedRecords) => void;
  /** Returns the numbers of records that contain data, ascending from 0. */
  readonly records: () => Uint32Array;
  /** Returns ranges [from, to) of records with data of other streams only; at most 1,000. */
  readonly silences: (stream: number) => readonly { readonly from: number; readonly to: number }[];
};

const MAX_SILENCES = 1000;

export function recordMap(samplesPerRecord: readonly number[], recordCount: number): RecordMap {
  const recordsWithData = samplesPerRecord.map(() => new Uint8Array(Math.ceil(recordCount / 8)));
  const has = (bits: Uint8Array | undefined, record: number): boolean =>
    ((bits?.[record >> 3] ?? 0) & (1 << (record & 7))) !== 0;
  const isKept = (record: number): boolean => recordsWithData.some((bits) => has(bits, record));
  return {
    samplesPerRecord,
    add({ firstRecord, count, streams }) {
      streams.forEach((channels, stream) => {
        const [bits, samples] = [recordsWithData[stream], samplesPerRecord[stream] ?? 0];
        for (
          let place = 0;
          bits !== undefined && place < count && firstRecord + place < recordCount;
          place += 1
        ) {
          const record = firstRecord + place;
          if (
            channels.some((channel) => isMeasured(channel, place * samples, (place + 1) * samples))
          )
            bits[record >> 3] = (bits[record >> 3] ?? 0) | (1 << (record & 7));
        }
      });
    },
    records: () => Uint32Array.from({ length: recordCount }, (_, record) => record).filter(isKept),
    silences(stream) {
      const found: { from: number; to: number }[] = [];
      for (let record = 0; record < recordCount && found.length < MAX_SILENCES; record += 1) {
        if (!isKept(record) || has(recordsWithData[stream], record)) continue;
        const last = found.at(-1);
        if (last?.to === record) last.to = record + 1;
        else found.push({ from: record, to: record + 1 });
      }
      return found;
    },
  };
}

function isMeasured(samples: Int16Array, begin: number, end: number): boolean {
  for (let index = begin; index < end; index += 1) if (samples[index] !== NOT_MEASURED) return true;
  return false;
}
