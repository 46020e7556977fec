import { ProblemError } from '@yamori/domain';
import {
  MAX_FILE_HEADER_BYTES,
  MAX_FRAME_BYTES,
  parseFileHeader,
  scanFrames,
  type FileHeader,
  type FrameView,
} from '@yamori/frames';
import { keptFrame } from '../../../core/timeline/chunks/chunk-builder.ts';
import type { ImportedFrame } from '../../../core/timeline/importing/append-frames.ts';
import { durationUs } from '../../../core/timeline/timeline-frame.ts';
import { createFaultList } from './fault-list.ts';
import type { ImportPlan, PlannedStream } from './import-plan.ts';
import type { Original } from './original.ts';
import { cleanText } from './stream-naming.ts';

const WINDOW_BYTES = 1024 * 1024;
/** A frame longer than a day is damaged, even if its checksum is valid. */
const MAX_FRAME_US = 86_400e6;
const MIN_RATE_HZ = 1 / 3600;
const MAX_RATE_HZ = 100_000;

type Window = { readonly frames: readonly FrameView[]; readonly fraction: number };
type Damage = (code: string, byteOffset: number) => void;

/**
 * Reads the frames of the file in windows. A frame that a window cuts is read with the next one.
 */
export async function* nativeWindows(
  original: Original,
  framesOffset: number,
  damage: Damage,
): AsyncGenerator<Window> {
  for (let at = framesOffset; at < original.sizeBytes;) {
    const bytes = await original.read(at, at + WINDOW_BYTES);
    const isLast = at + bytes.length >= original.sizeBytes;
    const { frames, problems } = scanFrames(bytes);
    // A frame that looks truncated near the end of the window is read again with the next bytes.
    const cutAt = isLast
      ? undefined
      : problems.find(
          (problem) =>
            problem.code === 'truncated' &&
            problem.byteOffset > 0 &&
            problem.byteOffset >= bytes.length - MAX_FRAME_BYTES,
        )?.byteOffset;
    const end = cutAt ?? bytes.length;
    for (const problem of problems)
      if (problem.byteOffset < end) damage(problem.code, at + problem.byteOffset);
    at += end;
    yield {
      frames: frames.filter((frame) => frame.bytes.byteOffset - bytes.byteOffset < end),
      fraction: at / original.sizeBytes,
    };
  }
}

export async function readNativeHeader(
  original: Original,
): Promise<{ readonly header: FileHeader; readonly framesOffset: number }> {
  const parsed = parseFileHeader(await original.read(0, MAX_FILE_HEADER_BYTES));
  if (parsed.kind === 'refused')
    throw new ProblemError('import-unreadable', {
      details: { reason: parsed.problem.code, byteOffset: parsed.problem.byteOffset },
    });
  return parsed;
}

type Count = { readonly stream: PlannedStream; samples: number; nextUs: number | null };

/** Checks every frame without storing it. */
export async function checkNative(
  original: Original,
  onProgress: (fraction: number) => void,
): Promise<ImportPlan> {
  const { header, framesOffset } = await readNativeHeader(original);
  const faults = createFaultList();
  const counts = new Map(
    plannedStreams(header, (code) => faults.add(code, 0)).map((stream): [number, Count] => [
      stream.streamId,
      { stream, samples: 0, nextUs: null },
    ]),
  );
  const totals = {
    frames: 0,
    bad: 0,
    gaps: 0,
    fromUs: Number.POSITIVE_INFINITY,
    toUs: Number.NEGATIVE_INFINITY,
  };
  const damage: Damage = (code, byteOffset) => {
    totals.bad += 1;
    faults.add(code, byteOffset);
  };
  for await (const { frames, fraction } of nativeWindows(original, framesOffset, damage)) {
    for (const frame of frames) {
      const count = counts.get(frame.streamId);
      const reason = findRejection(frame, count?.stream);
      if (count === undefined || reason !== null) {
        damage(reason ?? 'unknownStream', fraction * original.sizeBytes);
        continue;
      }
      const endUs = frame.deviceTimeUs + durationUs(frame.sampleCount, count.stream.sampleRateHz);
      if (isBehindGap(count, frame.deviceTimeUs)) totals.gaps += 1;
      count.nextUs = Math.max(count.nextUs ?? endUs, endUs);
      count.samples += frame.sampleCount;
      totals.frames += 1;
      totals.fromUs = Math.min(totals.fromUs, frame.deviceTimeUs);
      totals.toUs = Math.max(totals.toUs, endUs);
    }
    onProgress(fraction);
  }
  if (totals.frames === 0)
    throw new ProblemError('import-empty', { details: { faults: faults.list().length } });
  return {
    format: 'yamori',
    serial: header.deviceSerial,
    typeCode: header.deviceTypeCode,
    firmware: header.firmware,
    fromUs: totals.fromUs,
    toUs: totals.toUs,
    frames: totals.frames,
    badFrames: totals.bad,
    gaps: totals.gaps,
    faults: faults.list(),
    streams: [...counts.values()].map(({ stream, samples }) => ({ ...stream, samples })),
  };
}

const MAX_STREAMS = 64;

function plannedStreams(header: FileHeader, fault: (code: string) => void): PlannedStream[] {
  const usable = header.streams.filter(
    (stream) =>
      stream.channelCount <= 1024 &&
      (stream.sampleRateHz === 0 ||
        (stream.sampleRateHz >= MIN_RATE_HZ && stream.sampleRateHz <= MAX_RATE_HZ)),
  );
  if (usable.length < header.streams.length) fault('badRate');
  if (usable.length > MAX_STREAMS) fault('tooManyStreams');
  return usable.slice(0, MAX_STREAMS).map((stream) => ({
    streamId: stream.id,
    kind: cleanText(stream.kind, 40) || 'signal',
    label: cleanText(stream.kind, 120),
    unit: cleanText(stream.unit, 20),
    channels: stream.channelCount,
    sampleRateHz: stream.sampleRateHz,
    samples: 0,
    scale: stream.scale,
    offset: stream.offset,
    members: [],
    values: 'digital',
  }));
}

/** Why an intact frame is rejected; null if it is accepted. */
function findRejection(frame: FrameView, stream: PlannedStream | undefined): string | null {
  if (stream === undefined) return 'unknownStream';
  if (frame.channelCount !== stream.channels) return 'wrongChannels';
  return durationUs(frame.sampleCount, stream.sampleRateHz) > MAX_FRAME_US ? 'overLimit' : null;
}

/** Frames out of order do not count as gaps. */
const isBehindGap = ({ nextUs, stream }: Count, timeUs: number): boolean =>
  nextUs !== null && stream.sampleRateHz > 0 && timeUs > nextUs + 1.5e6 / stream.sampleRateHz;

/**
 * Converts frames for the timeline. Samples and device times are unchanged; the clock correction is
 * stored as an offset.
 */
export function nativeFrames(
  frames: readonly FrameView[],
  plan: ImportPlan,
  serial: string,
  receivedMs: number,
  clockOffsetUs: (deviceTimeUs: number) => number,
): ImportedFrame[] {
  const streams = new Map(plan.streams.map((stream) => [stream.streamId, stream]));
  return frames.flatMap((frame) => {
    const stream = streams.get(frame.streamId);
    if (stream === undefined || findRejection(frame, stream) !== null) return [];
    return [
      {
        ...keptFrame(frame, receivedMs),
        serial,
        streamId: frame.streamId,
        sampleRateHz: stream.sampleRateHz,
        clockOffsetUs: clockOffsetUs(frame.deviceTimeUs),
      },
    ];
  });
}
