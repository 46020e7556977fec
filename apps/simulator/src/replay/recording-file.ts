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
import { streamKind } from './stream-kind.ts';

/**
 * A recording ready to be played as a device: streams as a device type declares them, and their
 * samples.
 */
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
  /** Samples a second of a CSV without a column of seconds, or frames a second of a .get. */
  readonly rateHz?: number;
  /** Columns to take of a CSV; all when left out. */
  readonly columns?: readonly string[];
};

/** A file that cannot be played, in words for who named it. */
export class ReplayError extends Error {}

/** Reads WFDB (.hea), EDF (.edf), Goe-MF (.get) or CSV and TXT. @throws ReplayError */
export function loadRecording(path: string, options: ReplayOptions = {}): ReplayRecording {
  if (!existsSync(path)) throw new ReplayError(`${path}: there is no such file`);
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
      throw new ReplayError(`${path}: plays .hea (WFDB), .edf, .get (Goe-MF), .csv and .txt only`);
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
    throw new ReplayError(`${path}: has no column of seconds; say --rate HZ`);
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
    throw new ReplayError(
      `${path}: ${recording.problems[0]?.message ?? 'holds no samples with a rate'}`,
    );
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
  return { name, streams, durationSeconds: Math.max(...streams.map(durationOf)) };
}

function eitRecording(
  name: string,
  bytes: Uint8Array,
  rateHz: number | undefined,
): ReplayRecording {
  const recording = readGoeMf(bytes, rateHz);
  if (recording.frameCount === 0)
    throw new ReplayError(`${name}: ${recording.problems[0]?.message ?? 'holds no frames'}`);
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

const durationOf = ({ declaration, channels }: ReplayStream): number =>
  (channels[0]?.length ?? 0) / declaration.sampleRateHz;
