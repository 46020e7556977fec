import { physicalSamples, readFileContent, type RecordingGap } from '@yamori/formats';
import { NOT_MEASURED, type RecordedStream, readRecordingFile } from '@yamori/frames';
import { CommandProblem } from '../command.ts';
import type { InputFile } from '../input-files.ts';

/**
 * A channel of a file on a continuous time axis: value i is at i / sampleRateHz; NaN where nothing
 * was measured.
 */
export type RecordedChannel = {
  readonly label: string;
  readonly unit: string;
  readonly sampleRateHz: number;
  readonly samples: Float32Array;
};

export type RecordedFile = {
  readonly channels: readonly RecordedChannel[];
  /** Time of the first values, ms since 1970, as UTC if the file has no zone; null if unknown. */
  readonly startedMs: number | null;
};

type ReadOptions = { readonly sampleRateHz?: number; readonly columns?: readonly string[] };

/** Maximum length of a channel including gaps, in hours; longer files are mistakes. */
const MAX_HOURS = 24 * 14;

/** Reads the channels of a recording of any supported format, with NaN in gaps. */
export function readRecordedFile(
  { name, bytes, beside }: InputFile,
  options: ReadOptions = {},
): RecordedFile {
  const content = readFileContent({ name, bytes, beside, ...options });
  if (content.kind === 'native') return readNative(name, bytes);
  if (content.kind === 'eit')
    throw new CommandProblem('recording-eit', 'this is an EIT recording; use `yamori eit`', name);
  const { streams, gaps, startedAt, problems } = content.recording;
  const [first] = problems;
  if (streams.length === 0)
    throw new CommandProblem(
      'recording-unreadable',
      first === undefined ? 'the file has no signals' : `${first.code}: ${first.message}`,
      first === undefined ? name : `${name}, byte ${first.byteOffset}`,
    );
  return {
    channels: streams.map((stream) => ({
      label: stream.label,
      unit: stream.unit,
      sampleRateHz: stream.sampleRateHz,
      samples: withGaps(physicalSamples(stream), stream.sampleRateHz, gaps),
    })),
    startedMs:
      startedAt === null ? null : Date.parse(startedAt.endsWith('Z') ? startedAt : `${startedAt}Z`),
  };
}

function withGaps(
  samples: Float32Array,
  sampleRateHz: number,
  gaps: readonly RecordingGap[],
): Float32Array {
  const missing = gaps.reduce((sum, gap) => sum + gap.endSeconds - gap.startSeconds, 0);
  if (gaps.length === 0 || !(sampleRateHz > 0) || missing > MAX_HOURS * 3600) return samples;
  const padded = new Float32Array(samples.length + Math.round(missing * sampleRateHz)).fill(
    Number.NaN,
  );
  let from = 0;
  let at = 0;
  for (const gap of gaps) {
    const until = Math.min(samples.length, Math.round(gap.recordedSeconds * sampleRateHz));
    padded.set(samples.subarray(from, until), at);
    from = until;
    at = Math.round(gap.endSeconds * sampleRateHz);
  }
  padded.set(samples.subarray(from, from + Math.max(0, padded.length - at)), at);
  return padded;
}

function readNative(name: string, bytes: Uint8Array): RecordedFile {
  const read = readRecordingFile(bytes);
  if (read.kind === 'refused')
    throw new CommandProblem(
      'recording-unreadable',
      `${read.problem.code}: ${read.problem.message}`,
      `${name}, byte ${read.problem.byteOffset}`,
    );
  const frames = read.streams.flatMap((stream) => stream.frames);
  if (frames.length === 0)
    throw new CommandProblem('recording-unreadable', 'the file has no frames', name);
  const startUs = frames.reduce(
    (earliest, { deviceTimeUs }) => Math.min(earliest, deviceTimeUs),
    Infinity,
  );
  return {
    channels: read.streams.flatMap((stream) => nativeChannels(stream, startUs, name)),
    startedMs: startUs / 1000,
  };
}

function nativeChannels(
  { stream, channels, frames }: RecordedStream,
  startUs: number,
  name: string,
): RecordedChannel[] {
  const rate = stream.sampleRateHz;
  if (!(rate > 0)) return [];
  const toIndex = (timeUs: number) => Math.round(((timeUs - startUs) / 1e6) * rate);
  const length = frames.reduce(
    (latest, { deviceTimeUs, sampleCount }) =>
      Math.max(latest, toIndex(deviceTimeUs) + sampleCount),
    0,
  );
  if (length > MAX_HOURS * 3600 * rate)
    throw new CommandProblem(
      'recording-long',
      `the frames span more than ${MAX_HOURS} hours`,
      name,
    );
  return channels.map((values, channel) => {
    const samples = new Float32Array(length).fill(Number.NaN);
    let from = 0;
    for (const { deviceTimeUs, sampleCount } of frames) {
      const at = toIndex(deviceTimeUs);
      for (let i = 0; i < sampleCount; i++) {
        const value = values[from + i] ?? NOT_MEASURED;
        if (value !== NOT_MEASURED) samples[at + i] = value * stream.scale + stream.offset;
      }
      from += sampleCount;
    }
    return {
      label: channels.length === 1 ? stream.kind : `${stream.kind} ${channel + 1}`,
      unit: stream.unit,
      sampleRateHz: rate,
      samples,
    };
  });
}

/**
 * Selects a channel by number from 0, as listed by `inspect`, or by label; by default the first
 * whose label fits, or else the first.
 */
export function pickChannel(
  file: RecordedFile,
  selector: string | undefined,
  fitting: RegExp,
): RecordedChannel {
  const { channels } = file;
  const byNumber =
    selector !== undefined && /^\d+$/.test(selector) ? channels[Number(selector)] : undefined;
  const byLabel =
    selector === undefined
      ? channels.find(({ label }) => fitting.test(label))
      : channels.find(({ label }) => label.trim().toLowerCase() === selector.trim().toLowerCase());
  const found = byLabel ?? byNumber ?? (selector === undefined ? channels[0] : undefined);
  if (!found)
    throw new CommandProblem(
      'channel-unknown',
      `unknown channel "${selector ?? ''}"; channels: ${channels.map(({ label }, i) => `${i} ${label}`).join(', ')}`,
      '--channel',
    );
  if (!(found.sampleRateHz > 0))
    throw new CommandProblem(
      'rate-unknown',
      'the file states no sample rate; use --rate HZ',
      '--rate',
    );
  return found;
}
