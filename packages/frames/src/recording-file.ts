import { decodeFrame } from './frame-decoder.ts';
import type { FileHeader, FileStream } from './file-header.ts';
import { type FileHeaderProblem, parseFileHeader } from './file-header-parser.ts';
import { type FrameProblemCode, type FrameView, scanFrames } from './frame-scanner.ts';

/** A parsed recording file (.ymr): the samples of every stream in time order. */
type RecordingFile = {
  readonly header: FileHeader;
  readonly streams: readonly RecordedStream[];
  readonly problems: readonly RecordingFileProblem[];
};

export type RecordedStream = {
  readonly stream: FileStream;
  /** Digital values per channel, joined across gaps; empty for a stream without frames. */
  readonly channels: readonly Int16Array[];
  /** Time of each frame, and the index of its first sample in the channels. */
  readonly frames: readonly {
    readonly deviceTimeUs: number;
    readonly firstSample: number;
    readonly sampleCount: number;
  }[];
};

/**
 * `unknownStream` and `badChannels` are valid frames that do not match the header's streams; their
 * samples are omitted.
 */
type RecordingFileProblem = {
  readonly code: FrameProblemCode | 'unknownStream' | 'badChannels';
  readonly byteOffset: number;
  readonly message: string;
};

type RecordingFileResult =
  | ({ readonly kind: 'file' } & RecordingFile)
  | { readonly kind: 'refused'; readonly problem: FileHeaderProblem };

/**
 * Parses a recording file. Damaged frames become problems with their offset. Never throws on input.
 */
export function readRecordingFile(bytes: Uint8Array): RecordingFileResult {
  const parsed = parseFileHeader(bytes);
  if (parsed.kind === 'refused') return parsed;
  const { header, framesOffset } = parsed;
  const scan = scanFrames(bytes.subarray(framesOffset));
  const problems: RecordingFileProblem[] = scan.problems.map(
    ({ code, byteOffset, byteLength }) => ({
      code,
      byteOffset: framesOffset + byteOffset,
      message: `${byteLength} bytes belong to no whole frame`,
    }),
  );
  const described = new Map(header.streams.map((stream) => [stream.id, stream]));
  const accepted = scan.frames.filter((frame) => {
    const stream = described.get(frame.streamId);
    if (stream?.channelCount === frame.channelCount) return true;
    const byteOffset = frame.bytes.byteOffset - bytes.byteOffset;
    problems.push(
      stream === undefined
        ? {
            code: 'unknownStream',
            byteOffset,
            message: `a frame of stream ${frame.streamId}, which the header does not have`,
          }
        : {
            code: 'badChannels',
            byteOffset,
            message: `a frame of ${frame.channelCount} channels in a stream of ${stream.channelCount}`,
          },
    );
    return false;
  });
  const byStream = Map.groupBy(accepted, (frame) => frame.streamId);
  return {
    kind: 'file',
    header,
    streams: header.streams.map((stream) => joinFrames(stream, byStream.get(stream.id) ?? [])),
    problems,
  };
}

/** Removes duplicate frames and orders late ones by time. */
function joinFrames(stream: FileStream, views: readonly FrameView[]): RecordedStream {
  const once = [
    ...new Map(views.map((view) => [`${view.deviceTimeUs} ${view.sequence}`, view])).values(),
  ];
  const ordered = once.toSorted(
    (one, other) => one.deviceTimeUs - other.deviceTimeUs || one.sequence - other.sequence,
  );
  const length = ordered.reduce((sum, view) => sum + view.sampleCount, 0);
  const channels = Array.from(
    { length: length === 0 ? 0 : stream.channelCount },
    () => new Int16Array(length),
  );
  const frames: { deviceTimeUs: number; firstSample: number; sampleCount: number }[] = [];
  let firstSample = 0;
  for (const view of ordered) {
    const samples = decodeFrame(view);
    for (const [channel, values] of channels.entries())
      values.set(
        samples.subarray(channel * view.sampleCount, (channel + 1) * view.sampleCount),
        firstSample,
      );
    frames.push({ deviceTimeUs: view.deviceTimeUs, firstSample, sampleCount: view.sampleCount });
    firstSample += view.sampleCount;
  }
  return { stream, channels, frames };
}
