import { NOT_MEASURED, type RecordedStream, readRecordingFile } from '@yamori/frames';
import { type InspectedStream, type Inspection, summarise, sumValues } from './inspection.ts';

/** A native recording: one stream per channel; times are UTC of the device clock. */
type NativeInspection = Inspection & {
  readonly device: {
    readonly serial: string;
    readonly typeCode: string;
    readonly firmware: string;
    readonly timeZone: string;
  } | null;
  readonly frames: number;
};

/** A longer step to the next frame, in sample periods, is a gap. */
const GAP_PERIODS = 1.5;

export function inspectNative(bytes: Uint8Array): NativeInspection {
  const read = readRecordingFile(bytes);
  if (read.kind === 'refused')
    return {
      format: 'native',
      startedAt: null,
      durationSeconds: 0,
      streams: [],
      annotations: [],
      gaps: [],
      problems: [read.problem],
      device: null,
      frames: 0,
    };
  const { header, streams } = read;
  const frames = streams.flatMap((stream) => stream.frames);
  const startUs = frames.reduce(
    (earliest, { deviceTimeUs }) => Math.min(earliest, deviceTimeUs),
    Infinity,
  );
  const endSeconds = streams.reduce(
    (latest, stream) => Math.max(latest, getEndSeconds(stream, startUs)),
    0,
  );
  return {
    format: 'native',
    startedAt: frames.length === 0 ? null : isoUtc(startUs),
    durationSeconds: endSeconds,
    streams: streams.flatMap((stream) => inspectChannels(stream, startUs)),
    annotations: [],
    gaps: streams
      .flatMap((stream) => findGaps(stream, startUs))
      .toSorted((one, other) => one.fromSeconds - other.fromSeconds),
    problems: read.problems,
    device: {
      serial: header.deviceSerial,
      typeCode: header.deviceTypeCode,
      firmware: header.firmware,
      timeZone: header.timeZone,
    },
    frames: frames.length,
  };
}

function inspectChannels(
  { stream, channels, frames }: RecordedStream,
  startUs: number,
): InspectedStream[] {
  return channels.map((values, channel) => ({
    label: channels.length === 1 ? stream.kind : `${stream.kind} ${channel + 1}`,
    unit: stream.unit,
    sampleRateHz: stream.sampleRateHz,
    samples: values.length,
    channels: 1,
    startSeconds: ((frames[0]?.deviceTimeUs ?? startUs) - startUs) / 1e6,
    ...summarise(values.length, (index) =>
      values[index] === NOT_MEASURED
        ? Number.NaN
        : (values[index] ?? Number.NaN) * stream.scale + stream.offset,
    ),
    firstDigital: Array.from(values.subarray(0, 10)),
    sumDigital: sumValues(values),
  }));
}

const spanSeconds = ({ stream }: RecordedStream, sampleCount: number): number =>
  stream.sampleRateHz > 0 ? sampleCount / stream.sampleRateHz : 0;

function getEndSeconds(recorded: RecordedStream, startUs: number): number {
  const last = recorded.frames.at(-1);
  return last === undefined
    ? 0
    : (last.deviceTimeUs - startUs) / 1e6 + spanSeconds(recorded, last.sampleCount);
}

function findGaps(
  recorded: RecordedStream,
  startUs: number,
): { fromSeconds: number; toSeconds: number; stream: string }[] {
  const { stream, frames } = recorded;
  if (!(stream.sampleRateHz > 0)) return [];
  return frames.flatMap((frame, index) => {
    const next = frames[index + 1];
    const fromSeconds =
      (frame.deviceTimeUs - startUs) / 1e6 + spanSeconds(recorded, frame.sampleCount);
    const toSeconds = next === undefined ? fromSeconds : (next.deviceTimeUs - startUs) / 1e6;
    return toSeconds - fromSeconds > (GAP_PERIODS - 1) / stream.sampleRateHz
      ? [{ fromSeconds, toSeconds, stream: stream.kind }]
      : [];
  });
}

/** Microseconds since 1970 as ISO 8601; null outside the range of dates. */
function isoUtc(us: number): string | null {
  const instant = new Date(Math.floor(us / 1e6) * 1_000);
  if (Number.isNaN(instant.getTime())) return null;
  const fraction = String(us - Math.floor(us / 1e6) * 1e6).padStart(6, '0');
  return `${instant.toISOString().slice(0, 19)}.${fraction.endsWith('000') ? fraction.slice(0, 3) : fraction}Z`;
}
