import {
  MAX_FILE_HEADER_BYTES,
  MAX_FRAME_BYTES,
  parseFileHeader,
  scanFrames,
  type DecodedFrame,
  type FileStream,
  type FrameDecoder,
} from '@yamori/frames';
import { createEnvelope, type Envelope } from './envelope.ts';
import {
  MAX_GAPS_LISTED,
  nothingFound,
  type CheckedStream,
  type FileGap,
  type Found,
} from './file-check.ts';
import { createFaultList } from './fault-list.ts';
import type { HashingReader } from './file-source.ts';

const WINDOW_BYTES = 1024 * 1024;
/** With more channels, as from an EIT device, the mean is drawn. */
const MAX_TRACES = 3;
/** In slow signals each sample is drawn separately. */
const MAX_BLOCK_SAMPLES = 8;
const BLOCK_SECONDS = 0.25;
const NOT_MEASURED = -32_768;

type Counted = {
  readonly stream: FileStream;
  readonly envelopes: readonly Envelope[];
  samples: number;
  nextUs: number | null;
};
type State = {
  readonly streams: ReadonlyMap<number, Counted>;
  readonly gaps: (readonly [fromUs: number, toUs: number])[];
  gapCount: number;
  fromUs: number;
  toUs: number;
  originUs: number | null;
};

/**
 * Reads files of the product's own frames window by window: the scanner finds damage, the decoder
 * returns samples.
 */
export async function checkNative(reader: HashingReader, decoder: FrameDecoder): Promise<Found> {
  const parsed = parseFileHeader(await reader.source.read(0, MAX_FILE_HEADER_BYTES));
  if (parsed.kind === 'refused')
    return nothingFound('Yamori', { code: 'import-unreadable' }, [
      { code: parsed.problem.code, byteOffset: parsed.problem.byteOffset, count: 1 },
    ]);
  const { header, framesOffset } = parsed;
  await reader.next(framesOffset);
  const faults = createFaultList();
  const state: State = {
    streams: new Map(
      header.streams.map((stream) => [
        stream.id,
        {
          stream,
          envelopes: Array.from(
            { length: stream.channelCount > MAX_TRACES ? 1 : stream.channelCount },
            () => createEnvelope(),
          ),
          samples: 0,
          nextUs: null,
        },
      ]),
    ),
    gaps: [],
    gapCount: 0,
    fromUs: Number.POSITIVE_INFINITY,
    toUs: Number.NEGATIVE_INFINITY,
    originUs: null,
  };
  await walkFrames(reader, decoder, faults.add, (frame, byteOffset) =>
    takeFrame(state, frame, () => faults.add('unknownStream', byteOffset)),
  );
  if (state.originUs === null)
    return {
      ...nothingFound('Yamori', { code: 'import-empty' }, faults.list()),
      serial: header.deviceSerial,
      deviceTypeCode: header.deviceTypeCode,
    };
  const seconds = (state.toUs - state.fromUs) / 1e6;
  const gaps = state.gaps.map(([fromUs, toUs]): FileGap => ({
    fromSeconds: (fromUs - state.fromUs) / 1e6,
    toSeconds: (toUs - state.fromUs) / 1e6,
  }));
  const shift = (state.fromUs - state.originUs) / 1e6;
  return {
    formatName: 'Yamori',
    serial: header.deviceSerial,
    deviceTypeCode: header.deviceTypeCode,
    start: { kind: 'instant', atMs: state.fromUs / 1000 },
    seconds,
    streams: [...state.streams.values()].map((counted) => toStream(counted, shift, seconds)),
    annotations: 0,
    gapCount: state.gapCount,
    gaps,
    faults: faults.list(),
    problem: null,
  };
}

/** A frame that a window cuts is read with the next window. */
async function walkFrames(
  reader: HashingReader,
  decoder: FrameDecoder,
  damage: (code: string, byteOffset: number) => void,
  onFrame: (frame: DecodedFrame, byteOffset: number) => void,
): Promise<void> {
  let kept = new Uint8Array(0);
  for (let isLast = false; !isLast;) {
    const at = reader.atByte() - kept.length;
    const added = await reader.next(WINDOW_BYTES);
    isLast = reader.atByte() >= reader.source.sizeBytes;
    const bytes = new Uint8Array(kept.length + added.length);
    bytes.set(kept);
    bytes.set(added, kept.length);
    const { frames, problems } = scanFrames(bytes);
    const cutAt = isLast
      ? undefined
      : problems.find(
          ({ code, byteOffset }) =>
            code === 'truncated' && byteOffset > 0 && byteOffset >= bytes.length - MAX_FRAME_BYTES,
        )?.byteOffset;
    const end = cutAt ?? bytes.length;
    for (const problem of problems)
      if (problem.byteOffset < end) damage(problem.code, at + problem.byteOffset);
    for (const { bytes: frame } of frames)
      if (frame.byteOffset < end)
        decoder.push(frame, (decoded) => onFrame(decoded, at + frame.byteOffset));
    kept = bytes.slice(end);
  }
}

function takeFrame(state: State, frame: DecodedFrame, onUnknown: () => void): void {
  const counted = state.streams.get(frame.streamId);
  if (counted === undefined || counted.stream.channelCount !== frame.channelCount)
    return onUnknown();
  const { sampleRateHz } = counted.stream;
  const endUs =
    frame.deviceTimeUs + (sampleRateHz > 0 ? (frame.sampleCount * 1e6) / sampleRateHz : 0);
  const { nextUs } = counted;
  if (nextUs !== null && sampleRateHz > 0 && frame.deviceTimeUs > nextUs + 1.5e6 / sampleRateHz) {
    state.gapCount += 1;
    if (state.gaps.length < MAX_GAPS_LISTED) state.gaps.push([nextUs, frame.deviceTimeUs]);
  }
  counted.nextUs = Math.max(nextUs ?? endUs, endUs);
  counted.samples += frame.sampleCount;
  state.originUs ??= frame.deviceTimeUs;
  state.fromUs = Math.min(state.fromUs, frame.deviceTimeUs);
  state.toUs = Math.max(state.toUs, endUs);
  counted.envelopes.forEach((envelope, channel) =>
    draw(envelope, counted, frame, channel, (frame.deviceTimeUs - (state.originUs ?? 0)) / 1e6),
  );
}

function draw(
  envelope: Envelope,
  { stream, envelopes }: Counted,
  frame: DecodedFrame,
  channel: number,
  fromSeconds: number,
): void {
  const { sampleRateHz, scale, offset, channelCount } = stream;
  if (!(sampleRateHz > 0)) return;
  const isMean = channelCount > envelopes.length;
  const block = Math.max(1, Math.min(MAX_BLOCK_SAMPLES, Math.floor(sampleRateHz * BLOCK_SECONDS)));
  for (let at = 0; at < frame.sampleCount; at += block) {
    const stop = Math.min(frame.sampleCount, at + block);
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let index = at; index < stop; index++) {
      const digital = isMean
        ? meanAt(frame, index)
        : (frame.samples[channel * frame.sampleCount + index] ?? NOT_MEASURED);
      if (digital === NOT_MEASURED || Number.isNaN(digital)) continue;
      const value = digital * scale + offset;
      if (value < low) low = value;
      if (value > high) high = value;
    }
    envelope.add(fromSeconds + at / sampleRateHz, fromSeconds + stop / sampleRateHz, low, high);
  }
}

function meanAt({ samples, sampleCount, channelCount }: DecodedFrame, index: number): number {
  let sum = 0;
  let count = 0;
  for (let channel = 0; channel < channelCount; channel++) {
    const digital = samples[channel * sampleCount + index] ?? NOT_MEASURED;
    if (digital === NOT_MEASURED) continue;
    sum += digital;
    count += 1;
  }
  return count === 0 ? Number.NaN : sum / count;
}

const toStream = (
  { stream, envelopes, samples }: Counted,
  fromSeconds: number,
  seconds: number,
): CheckedStream => ({
  label: stream.kind,
  unit: stream.unit,
  channels: stream.channelCount,
  sampleRateHz: stream.sampleRateHz,
  samples,
  traces:
    stream.sampleRateHz > 0 && samples > 0
      ? envelopes.map((envelope) => envelope.trace(fromSeconds, fromSeconds + seconds))
      : [],
});
