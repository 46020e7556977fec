import { CHECKSUM_LABEL, STREAM_KINDS } from '@yamori/domain';
import type { RecordingStream } from '@yamori/formats';
import { eitReadings } from '@yamori/signal';

/** Signals that form one stream, and their kind. */
export type StreamGroup = {
  readonly kind: string;
  readonly label: string;
  readonly members: readonly number[];
};

/** Maps labels to kinds of the timeline. The first match wins. */
const KINDS: readonly (readonly [pattern: RegExp, kind: string])[] = [
  [/^(ecg|ekg)\b/i, 'ecg'],
  // ECG leads by their own names, as in WFDB records and monitors.
  [/^(mli{1,3}|mcl[1-6]|v[1-6]|i{1,3}|av[rlf])$/i, 'ecg'],
  [/^(temp|temperature)\b|^\u4f53\u6e29/i, 'temperature'],
  [/^(imp|impe|impedance)\b/i, 'impe'],
  [/^(flow|airflow|nasal|nasal pressure|flow\.\w+|cannula)\b/i, 'flow'],
  [/^(thorax|thor|chest|rib ?cage)\b/i, 'thorax'],
  [/^(abdo|abdomen|abdominal)\b/i, 'abdomen'],
  [/^(spo2|sao2|osat|o2 ?sat)/i, 'spo2'],
  [/^(snore|snoring)\b/i, 'snore'],
  [/^(eeg|eog|emg|pleth|press(?:ure)?|leak|light|position|sound)\b/i, ''],
  [/^(activity|counts?|pim|tat|zcm)\b/i, 'activity'],
  [/^(resp|respiration)\b/i, 'respiration'],
  [/^(hr|heart ?rate|pulse)\b/i, 'heart-rate'],
  // Stored with the data, but not shown as a signal.
  [CHECKSUM_LABEL, 'checksum'],
];

/** Kinds that reveal nothing about the file, because all organisations can read device types. */
const PUBLIC_KINDS: ReadonlySet<string> = new Set([
  ...STREAM_KINDS,
  ...KINDS.map(([, kind]) => kind),
  'eeg',
  'eog',
  'emg',
  'pleth',
  'press',
  'pressure',
  'leak',
  'light',
  'position',
  'sound',
]);
const PUBLIC_UNITS: ReadonlySet<string> = new Set([
  'uV',
  'µV',
  'mV',
  'V',
  'g',
  'mg',
  'g/64',
  'm/s2',
  'm/s²',
  '°C',
  'C',
  'degC',
  '%',
  'Ω',
  'Ohm',
  'kOhm',
  'L',
  'l',
  'mL',
  'L/s',
  'l/s',
  'mL/s',
  'L/min',
  'l/min',
  'cmH2O',
  'mbar',
  'hPa',
  'Pa',
  'kPa',
  'mmHg',
  'Hz',
  'bpm',
  '/min',
  '1/min',
  's',
  'ms',
  'lux',
  'lx',
  'dB',
  'count',
  'counts',
  'deg',
  'rad',
  'rad/s',
  'mA',
  'A',
  'mm',
  'cm',
  'm',
]);

/** The kind if it may be public, else `signal`. */
export const publicKind = (kind: string): string =>
  kind !== '' && PUBLIC_KINDS.has(kind) ? kind : 'signal';
/** The unit if it may be public, else an empty text. */
export const publicUnit = (unit: string): string => (PUBLIC_UNITS.has(unit) ? unit : '');

const AXES = ['x', 'y', 'z'];
const AXIS = /^(?:acc(?:el(?:eration|erometer)?)?[ _.-]?)?([xyz])$/i;

/** Label of an EIT reading in our own exports. */
const EIT_READING = /^eit (\d{1,3})$/i;

/** Indexes of all EIT readings in their order, if all are present at one rate; else none. */
function findEitMembers(
  streams: readonly Pick<RecordingStream, 'label' | 'sampleRateHz'>[],
): readonly number[] {
  const indexByReading = new Map(
    streams.flatMap((stream, index): [number, number][] => {
      const reading = Number(EIT_READING.exec(stream.label.trim())?.[1] ?? 0);
      return reading >= 1 && reading <= eitReadings ? [[reading, index]] : [];
    }),
  );
  const members = Array.from(
    { length: eitReadings },
    (_, reading) => indexByReading.get(reading + 1) ?? -1,
  );
  const rates = new Set(members.map((index) => streams[index]?.sampleRateHz));
  return rates.size === 1 && !rates.has(undefined) ? members : [];
}

/**
 * Groups signals into streams: the x, y and z axes of an accelerometer, the readings of an EIT
 * device, and each other signal on its own. In the file's order.
 */
export function groupStreams(
  streams: readonly Pick<RecordingStream, 'label' | 'unit' | 'sampleRateHz'>[],
): StreamGroup[] {
  const axes = AXES.map((axis) =>
    streams.findIndex((stream) => AXIS.exec(stream.label.trim())?.[1]?.toLowerCase() === axis),
  );
  const [first] = axes.flatMap((index) => streams[index] ?? []);
  const formOneStream = axes.every((index) => {
    const stream = streams[index];
    return (
      stream !== undefined &&
      first !== undefined &&
      stream.sampleRateHz === first.sampleRateHz &&
      stream.unit === first.unit
    );
  });
  const groups: StreamGroup[] = [];
  const eit = findEitMembers(streams);
  const eitIndexes = new Set(eit);
  streams.forEach((stream, index) => {
    if (eitIndexes.has(index)) {
      if (index === Math.min(...eit)) groups.push({ kind: 'eit', label: 'EIT', members: eit });
    } else if (!formOneStream || !axes.includes(index))
      groups.push({
        kind: toKind(stream.label),
        label: cleanText(stream.label, 120),
        members: [index],
      });
    else if (index === Math.min(...axes))
      groups.push({
        kind: 'respi-axl',
        label: axes.map((member) => cleanText(streams[member]?.label ?? '', 30)).join(' '),
        members: axes,
      });
  });
  return groups;
}

function toKind(label: string): string {
  const known = KINDS.find(([pattern]) => pattern.test(label.trim()));
  // For a pattern without a kind, the matched word is the kind.
  if (known !== undefined)
    return known[1] === '' ? (known[0].exec(label.trim())?.[1] ?? '').toLowerCase() : known[1];
  const word = label
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '');
  return word === '' ? 'signal' : word.slice(0, 40).toWellFormed();
}

/** Removes what a document cannot hold: control characters and lone surrogates. */
export const cleanText = (text: string, length: number): string =>
  text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\u2028\u2029]/gu, ' ')
    .trim()
    .slice(0, length)
    .toWellFormed();
