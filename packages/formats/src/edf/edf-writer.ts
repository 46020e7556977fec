import type { FormatProblem, FormatProblemCode, RecordingAnnotation, RecordingGap, RecordingStream } from '../recording.ts';
import { asciiField, type EdfStart, edfStart, numberField } from './edf-fields.ts';
import { recordLists } from './edf-lists.ts';
import { planRecords, type RecordPlan, segmentsOf } from './edf-records.ts';
import { type EdfSignal, edfSignalOf } from './edf-signal.ts';

export type EdfContent = {
  /** Local time of the first sample, ISO 8601 without a zone; a fraction of a second is kept. */
  readonly startedAt: string;
  readonly streams: readonly RecordingStream[];
  /** As in a `Recording`: streams are joined over them. With gaps the file is EDF+D, else EDF+C. */
  readonly gaps?: readonly RecordingGap[];
  readonly annotations?: readonly RecordingAnnotation[];
  /** Code, sex, birthdate and name as EDF+ divides them; "X X X X" (unknown) unless told. */
  readonly patient?: string;
  /** What made the recording, without blanks. */
  readonly equipment?: string;
};

export type EdfWriteResult =
  | { readonly kind: 'file'; readonly bytes: Uint8Array<ArrayBuffer>; readonly paddedSeconds: number }
  | { readonly kind: 'refused'; readonly problem: FormatProblem };

const MOST_SIGNALS = 9_998;

/**
 * Writes EDF+C or EDF+D (Kemp and Olivan 2003). Streams without a rate are refused; a value that was not measured is
 * the lowest of its signal's range, with an annotation over it. Annotations are UTF-8, the header is ASCII.
 */
export function writeEdf(content: EdfContent): EdfWriteResult {
  const start = edfStart(content.startedAt);
  if (start === null) return refused('badTime', `start "${content.startedAt}" is no local ISO time`);
  const unrated = content.streams.find((stream) => !(stream.sampleRateHz > 0));
  if (unrated !== undefined) return refused('badRate', `stream "${unrated.label}" has no rate`);
  if (content.streams.length > MOST_SIGNALS) return refused('overLimit', `${content.streams.length} streams are over ${MOST_SIGNALS}`);
  const gaps = content.gaps ?? [];
  const sampledSeconds = content.streams.reduce((longest, stream) => Math.max(longest, stream.samples.values.length / stream.sampleRateHz), 0);
  const plan = planRecords(content.streams.map((stream) => stream.sampleRateHz), segmentsOf(gaps, sampledSeconds));
  if (plan === null) return refused('badRate', 'no duration of a record gives each stream a whole number of samples');
  const planned = content.streams.map(edfSignalOf);
  const holes = planned.flatMap(({ signal, notMeasured }) => notMeasured.map((run) => ({
    onsetSeconds: secondsInTime(run.onsetSeconds, gaps), durationSeconds: run.durationSeconds, text: `Not measured: ${signal.label}`,
  })));
  const lists = listsOf(plan, start, [...(content.annotations ?? []), ...holes]);
  const signals = planned.map(({ signal }) => signal);
  const header = headerOf({ content, start, plan, signals, listBytes: lists.bytesPerRecord, isContinuous: gaps.length === 0 });
  if (header === null) return refused('badNumber', 'a range does not fit the eight characters of an EDF number');
  return { kind: 'file', bytes: join(header, { plan, signals, lists }), paddedSeconds: plan.paddedSeconds };
}

const refused = (code: FormatProblemCode, message: string): EdfWriteResult => ({ kind: 'refused', problem: { code, message, byteOffset: 0 } });

/** Samples are counted without the gaps, annotations with them. */
function secondsInTime(sampledSeconds: number, gaps: readonly RecordingGap[]): number {
  return gaps.reduce((seconds, gap) => (sampledSeconds >= gap.recordedSeconds - 1e-9 ? sampledSeconds - gap.recordedSeconds + gap.endSeconds : seconds), sampledSeconds);
}

type RecordLists = { readonly bytesPerRecord: number; readonly records: readonly Uint8Array[] };

/** Each annotation goes into the last record that begins no later than it. */
function listsOf(plan: RecordPlan, start: EdfStart, annotations: readonly RecordingAnnotation[]): RecordLists {
  const inRecord = plan.records.map((): RecordingAnnotation[] => []);
  let record = 0;
  for (const annotation of annotations.toSorted((one, other) => one.onsetSeconds - other.onsetSeconds)) {
    while (record + 1 < plan.records.length && (plan.records[record + 1]?.onsetSeconds ?? Infinity) <= annotation.onsetSeconds) record++;
    inRecord[record]?.push({ ...annotation, onsetSeconds: annotation.onsetSeconds + start.fractionSeconds });
  }
  const records = plan.records.map(({ onsetSeconds }, index) => recordLists(onsetSeconds + start.fractionSeconds, inRecord[index] ?? []));
  const longest = records.reduce((most, { length }) => Math.max(most, length), 0);
  return { bytesPerRecord: longest + (longest & 1), records };
}

type HeaderParts = {
  readonly content: EdfContent; readonly start: EdfStart; readonly plan: RecordPlan; readonly signals: readonly EdfSignal[];
  readonly listBytes: number; readonly isContinuous: boolean;
};

function headerOf({ content, start, plan, signals, listBytes, isContinuous }: HeaderParts): Uint8Array | null {
  const equipment = asciiField(content.equipment ?? 'X', 40).trim().replaceAll(' ', '_');
  const lists = { label: 'EDF Annotations', unit: '', physicalMin: -1, physicalMax: 1, digitalMin: -32_768, digitalMax: 32_767 };
  const all: readonly (Omit<EdfSignal, 'sampleRateHz' | 'values'>)[] = [...signals, lists];
  const samples = [...signals.map((signal) => Math.round(signal.sampleRateHz * plan.recordSeconds)), listBytes / 2];
  const ranges = all.map((signal) => [signal.physicalMin, signal.physicalMax, signal.digitalMin, signal.digitalMax].map((value) => numberField(value)));
  if (ranges.flat().includes(null)) return null;
  const rangeColumn = (which: number): string => ranges.map((range) => range[which] ?? '').join('');
  const text =
    asciiField('0', 8) + asciiField(content.patient ?? 'X X X X', 80) + asciiField(`Startdate ${start.longDate} X X ${equipment}`, 80) + start.headerFields +
    asciiField(String(256 * (1 + all.length)), 8) + asciiField(isContinuous ? 'EDF+C' : 'EDF+D', 44) + asciiField(String(plan.records.length), 8) +
    asciiField(String(plan.recordSeconds), 8) + asciiField(String(all.length), 4) +
    all.map((signal) => asciiField(signal.label, 16)).join('') + all.map((signal) => asciiField(signal.transducer ?? '', 80)).join('') +
    all.map((signal) => asciiField(signal.unit, 8)).join('') + rangeColumn(0) + rangeColumn(1) + rangeColumn(2) + rangeColumn(3) +
    all.map((signal) => asciiField(signal.prefilter ?? '', 80)).join('') + samples.map((count) => asciiField(String(count), 8)).join('') + ' '.repeat(32 * all.length);
  return new TextEncoder().encode(text);
}

type BodyParts = { readonly plan: RecordPlan; readonly signals: readonly EdfSignal[]; readonly lists: RecordLists };

function join(header: Uint8Array, { plan, signals, lists }: BodyParts): Uint8Array<ArrayBuffer> {
  const counts = signals.map((signal) => Math.round(signal.sampleRateHz * plan.recordSeconds));
  const recordBytes = counts.reduce((sum, count) => sum + 2 * count, 0) + lists.bytesPerRecord;
  const bytes = new Uint8Array(header.length + plan.records.length * recordBytes);
  const view = new DataView(bytes.buffer);
  bytes.set(header);
  let at = header.length;
  for (const [record, { recordedSeconds, untilSeconds }] of plan.records.entries()) {
    for (const [index, signal] of signals.entries()) {
      const first = Math.round(recordedSeconds * signal.sampleRateHz);
      const samples = signal.values.subarray(first, Math.min(first + (counts[index] ?? 0), Math.round(untilSeconds * signal.sampleRateHz)));
      for (let sample = 0; sample < (counts[index] ?? 0); sample++, at += 2) view.setInt16(at, samples[sample] ?? signal.digitalMin, true);
    }
    bytes.set(lists.records[record] ?? new Uint8Array(0), at);
    at += lists.bytesPerRecord;
  }
  return bytes;
}
