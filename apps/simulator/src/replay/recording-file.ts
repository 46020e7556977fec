import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import type { StreamDeclaration } from '@yamori/domain';
import {
  GOE_MF_MEASUREMENTS,
  parseWfdbHeader,
  readCsv,
  readEdf,
  readGoeMf,
  readWfdb,
  type Recording,
} from '@yamori/formats';
import { quantise, quantiseRatios } from './quantise.ts';

/** A recording to play as a device: streams as in a device type, and their samples. */
export type ReplayRecording = {
  readonly name: string;
  readonly streams: readonly ReplayStream[];
  readonly durationSeconds: number;
};
export type ReplayStream = {
  readonly declaration: StreamDeclaration;
  readonly channels: readonly Int16Array[];
};

export type ReplayOptions = {
  /** Sample rate of a CSV without a column of seconds, or frame rate of a .get file. */
  readonly rateHz?: number;
  /** Columns of a CSV; all by default. */
  readonly columns?: readonly string[];
};

/** A file that cannot be played; the message is for the user. */
export class ReplayError extends Error {}

/** Reads WFDB (.hea), EDF (.edf), Goe-MF (.get), CSV or TXT. Throws a ReplayError. */
export function loadRecording(path: string, options: ReplayOptions = {}): ReplayRecording {
  if (!existsSync(path)) throw new ReplayError(`${path}: no such file`);
  const name = basename(path, extname(path));
  switch (extname(path).toLowerCase()) {
    case '.get':
      return eitRecording(name, readFileSync(path), options.rateHz);
    case '.hea':
      return fromRecording(name, path, readWfdb(wfdbFiles(path)));
    case '.edf':
      return fromRecording(name, path, readEdf(readFileSync(path)));
    case '.csv':
    case '.txt':
      return fromRecording(name, path, csvRecording(path, options));
    default:
      throw new ReplayError(
        `${path}: only .hea (WFDB), .edf, .get (Goe-MF), .csv and .txt can be played`,
      );
  }
}

function wfdbFiles(path: string): Parameters<typeof readWfdb>[0] {
  const header = readFileSync(path, 'latin1');
  const parsed = parseWfdbHeader(header);
  if (parsed.kind === 'refused') throw new ReplayError(`${path}: ${parsed.problem.message}`);
  const names = new Set(parsed.header.signals.map((signal) => signal.fileName));
  const present = [...names].filter((fileName) => existsSync(join(dirname(path), fileName)));
  return {
    header,
    signalFiles: new Map(
      present.map((fileName) => [fileName, readFileSync(join(dirname(path), fileName))]),
    ),
  };
}

function csvRecording(path: string, { rateHz, columns }: ReplayOptions): Recording {
  const bytes = readFileSync(path);
  const [firstLine = ''] = bytes.subarray(0, 4096).toString('utf8').split('\n');
  const timeColumn = firstLine
    .split(/[,;\t]/)
    .map((cell) => cell.trim())
    .find((cell) => /^time\b/i.test(cell));
  if (rateHz === undefined && timeColumn === undefined)
    throw new ReplayError(`${path}: no column of seconds; use --rate HZ`);
  const rate =
    rateHz === undefined && timeColumn !== undefined
      ? { kind: 'timeColumn' as const, name: timeColumn }
      : { kind: 'fixed' as const, sampleRateHz: rateHz ?? 1 };
  return readCsv(bytes, { rate, ...(columns === undefined ? {} : { columns }) });
}

function fromRecording(name: string, path: string, recording: Recording): ReplayRecording {
  const usable = recording.streams.filter(
    (stream) => stream.sampleRateHz > 0 && !/^crc/i.test(stream.label),
  );
  if (usable.length === 0)
    throw new ReplayError(`${path}: ${recording.problems[0]?.message ?? 'no samples with a rate'}`);
  const streams = usable.map((stream, index): ReplayStream => {
    const { digital, scale, offset } = quantise(stream);
    return {
      declaration: {
        streamId: index + 1,
        kind: streamKind(stream.label),
        channels: 1,
        unit: stream.unit.slice(0, 20),
        sampleRateHz: stream.sampleRateHz,
        scale,
        offset,
      },
      channels: [digital],
    };
  });
  return { name, streams, durationSeconds: Math.max(...streams.map(getDuration)) };
}

function eitRecording(
  name: string,
  bytes: Uint8Array,
  rateHz: number | undefined,
): ReplayRecording {
  const recording = readGoeMf(bytes, rateHz);
  if (recording.frameCount === 0)
    throw new ReplayError(`${name}: ${recording.problems[0]?.message ?? 'no frames'}`);
  const { digital, scale, offset } = quantiseRatios(recording.voltages);
  const channels = Array.from({ length: GOE_MF_MEASUREMENTS }, (_, channel) =>
    Int16Array.from(
      { length: recording.frameCount },
      (_unused, frame) => digital[frame * GOE_MF_MEASUREMENTS + channel] ?? 0,
    ),
  );
  const declaration: StreamDeclaration = {
    streamId: 1,
    kind: 'eit',
    channels: GOE_MF_MEASUREMENTS,
    unit: 'V',
    sampleRateHz: recording.frameRateHz,
    scale,
    offset,
  };
  return {
    name,
    streams: [{ declaration, channels }],
    durationSeconds: recording.frameCount / recording.frameRateHz,
  };
}

const getDuration = ({ declaration, channels }: ReplayStream): number =>
  (channels[0]?.length ?? 0) / declaration.sampleRateHz;

/** Stream kinds by label of a recording; the first match counts. */
const KINDS: readonly { readonly kind: string; readonly label: RegExp }[] = [
  { kind: 'ecg', label: /^(ECG|EKG|ML ?I{1,3}|V\d?|I{1,3}|AV[RLF]|MLII|MLI|D\d)\b/i },
  { kind: 'flow', label: /^flow/i },
  { kind: 'impe', label: /^(resp|rsp|impe|thorax|thor|abdo)(?!.*rate)/i },
  { kind: 'temperature', label: /^(temp|skin)/i },
];

/** The stream kind for a recording's label; for an unknown one, the label as a slug. */
export function streamKind(label: string): string {
  const known = KINDS.find((entry) => entry.label.test(label.trim()));
  if (known !== undefined) return known.kind;
  const word = label
    .trim()
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return word === '' ? 'other' : word.slice(0, 40);
}
