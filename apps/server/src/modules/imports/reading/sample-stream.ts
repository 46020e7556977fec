import { physicalSamples } from '@yamori/formats';
import { NOT_MEASURED, decodeFrame } from '@yamori/frames';
import { recordingStartUs } from './check-samples.ts';
import type { ImportPlan, PlannedStream } from './import-plan.ts';
import { nativeWindows, readNativeHeader } from './native-file.ts';
import { detectFileFormat, openSamples } from './open-samples.ts';
import type { Original } from './original.ts';
import type { ReadingStart } from './reading-messages.ts';

/** Maximum samples to read: two days at 50 Hz. */
const MAX_SAMPLES = 8_640_000;

/** Gaps are NaN. Times are those of the recording's own clock. */
export type SampledStream = {
  readonly startUs: number;
  readonly sampleRateHz: number;
  readonly values: Float32Array;
};

/** The first channel of a stream over the whole recording, in its unit, with NaN in the gaps. */
export async function sampleStream(
  start: ReadingStart,
  plan: ImportPlan,
  stream: PlannedStream,
  original: Original,
): Promise<SampledStream> {
  const length = Math.min(
    MAX_SAMPLES,
    Math.ceil(((plan.toUs - plan.fromUs) / 1e6) * stream.sampleRateHz) + 1,
  );
  const values = new Float32Array(length).fill(Number.NaN);
  const put = (atSeconds: number, part: Float32Array): void => {
    const at = Math.round(atSeconds * stream.sampleRateHz);
    if (at >= 0 && at < length) values.set(part.subarray(0, length - at), at);
  };
  const format = await detectFileFormat(original);
  if (format === 'native') {
    await putNative(original, plan, stream, put);
    return { startUs: plan.fromUs, sampleRateHz: stream.sampleRateHz, values };
  }
  const source = await openSamples(original, format, start);
  for await (const part of source.parts()) {
    const signal = part.streams[stream.members[0] ?? 0];
    if (signal === undefined) continue;
    const physical = physicalSamples(signal);
    let begin = 0;
    let atSeconds = part.startSeconds;
    for (const gap of part.gaps) {
      const end = Math.round(gap.recordedSeconds * stream.sampleRateHz);
      put(atSeconds, physical.subarray(begin, end));
      begin = end;
      atSeconds = part.startSeconds + gap.endSeconds;
    }
    put(atSeconds, physical.subarray(begin));
  }
  return {
    startUs: recordingStartUs(source.startedAt, start.settings, start.timeZone),
    sampleRateHz: stream.sampleRateHz,
    values,
  };
}

async function putNative(
  original: Original,
  plan: ImportPlan,
  stream: PlannedStream,
  put: (atSeconds: number, part: Float32Array) => void,
): Promise<void> {
  const { framesOffset } = await readNativeHeader(original);
  for await (const { frames } of nativeWindows(original, framesOffset, () => undefined)) {
    for (const frame of frames) {
      if (frame.streamId !== stream.streamId || frame.channelCount !== stream.channels) continue;
      const digital = decodeFrame(frame).subarray(0, frame.sampleCount);
      put(
        (frame.deviceTimeUs - plan.fromUs) / 1e6,
        Float32Array.from(digital, (value) =>
          value === NOT_MEASURED ? Number.NaN : value * stream.scale + stream.offset,
        ),
      );
    }
  }
}
