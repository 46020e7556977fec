import type { FormatProblem, FormatProblemCode, RecordingAnnotation } from '../recording.ts';
import { edfStart, numberField } from './edf-fields.ts';
import { writeHeader } from './edf-header-writer.ts';
import { onsetList, placeLists } from './edf-list-places.ts';
import { exactScaleText, NOT_MEASURED } from './exact-scale.ts';

/** An int16 signal; physical = digital × scale + offset. −32,768 is "not measured". */
export type EdfStreamSignal = {
  readonly label: string;
  readonly unit: string;
  readonly sampleRateHz: number;
  readonly scale: number;
  readonly offset: number;
  readonly transducer?: string;
};

export type EdfStreamPlan = {
  /**
   * Local start time of record 0, ISO 8601 without a zone, with an optional fraction of a second.
   */
  readonly startedAt: string;
  readonly recordSeconds: number;
  /**
   * Indices of the records to write, in units of `recordSeconds` from `startedAt`; ascending, from
   * 0. Missing indices are gaps.
   */
  readonly records: Uint32Array;
  readonly signals: readonly EdfStreamSignal[];
  /** Relative to `startedAt`, in the order of their onsets. */
  readonly annotations: readonly RecordingAnnotation[];
  readonly patient?: string;
  readonly equipment?: string;
  /** Additional subfields after the equipment, separated by blanks. */
  readonly more?: string;
};

export type EdfStream = {
  readonly kind: 'stream';
  readonly header: Uint8Array;
  readonly recordBytes: number;
  readonly totalBytes: number;
  /**
   * Encodes one record by its index in `records`, from the samples of each signal (`sampleRateHz ×
   * recordSeconds` of them).
   */
  readonly record: (place: number, samples: readonly Int16Array[]) => Uint8Array;
};
export type EdfStreamResult =
  | EdfStream
  | { readonly kind: 'refused'; readonly problem: FormatProblem };

const MAX_DIGITAL = 32_767;

/**
 * Opens an EDF+C or EDF+D file that is written record by record, in the memory of one record.
 * Digital values are written unchanged. The physical range has eight characters; the prefilter
 * field adds the exact scale and the value for "not measured", which is outside the digital range.
 */
export function openEdfStream(plan: EdfStreamPlan): EdfStreamResult {
  const { records, recordSeconds } = plan;
  const start = edfStart(plan.startedAt);
  if (start === null) return reject('badTime', `start "${plan.startedAt}" is not a local ISO time`);
  const counts = plan.signals.map(({ sampleRateHz }) => Math.round(sampleRateHz * recordSeconds));
  if (counts.some((count) => count < 1))
    return reject('badRate', `a signal has no sample in a record of ${recordSeconds} s`);
  const lists = placeLists(
    records,
    recordSeconds,
    plan.annotations.map((annotation) => ({
      ...annotation,
      onsetSeconds: annotation.onsetSeconds + start.fractionSeconds,
    })),
    start.fractionSeconds,
  );
  const signals = plan.signals.map((signal, index) => ({
    ...signal,
    physicalMin: signal.offset - MAX_DIGITAL * signal.scale,
    physicalMax: signal.offset + MAX_DIGITAL * signal.scale,
    digitalMin: -MAX_DIGITAL,
    digitalMax: MAX_DIGITAL,
    prefilter: exactScaleText(signal),
    samplesPerRecord: counts[index] ?? 0,
  }));
  const flat = signals.find(
    ({ physicalMin, physicalMax }) => numberField(physicalMin) === numberField(physicalMax),
  );
  if (flat !== undefined)
    return reject(
      'badNumber',
      `range of "${flat.label}" is empty in the eight characters of an EDF number`,
    );
  const header = writeHeader({
    ...plan,
    start,
    signals,
    isContinuous: (records.at(-1) ?? 0) === records.length - 1,
    recordCount: records.length,
    listBytes: lists.bytesPerRecord,
  });
  if (header === null)
    return reject('badNumber', 'a range does not fit the eight characters of an EDF number');
  const recordBytes = 2 * counts.reduce((sum, count) => sum + count, 0) + lists.bytesPerRecord;
  return {
    kind: 'stream',
    header,
    recordBytes,
    totalBytes: header.length + records.length * recordBytes,
    record(place, samples) {
      const bytes = new Uint8Array(recordBytes);
      const view = new DataView(bytes.buffer);
      let at = 0;
      for (const [index, count] of counts.entries()) {
        for (let sample = 0; sample < count; sample++, at += 2)
          view.setInt16(at, samples[index]?.[sample] ?? NOT_MEASURED, true);
      }
      bytes.set(onsetList((records[place] ?? 0) * recordSeconds + start.fractionSeconds), at);
      lists.write(place, bytes.subarray(at + lists.onsetBytes));
      return bytes;
    },
  };
}

const reject = (code: FormatProblemCode, message: string): EdfStreamResult => ({
  kind: 'refused',
  problem: { code, message, byteOffset: 0 },
});
