import type { RecordingAnnotation, RecordingStream } from '../recording.ts';

const TRIGGER_BITS = 0xffff;
/**
 * Bits set while the amplifier's common-mode voltage is in range, and while its battery is low
 * (BioSemi, "Which BDF status bits").
 */
const COMMON_MODE_OK = 1 << 20;
const BATTERY_LOW = 1 << 22;
/** An unrelated signal labelled Status could change with every sample. */
const MAX_MARKS = 100_000;

/**
 * Converts the status channel of a BDF file to annotations: each trigger for as long as it is set,
 * loss of common mode, low battery.
 */
export function statusAnnotations(stream: RecordingStream): RecordingAnnotation[] {
  if (stream.samples.kind !== 'digital' || !(stream.sampleRateHz > 0)) return [];
  const { values } = stream.samples;
  const marks: RecordingAnnotation[] = [];
  const secondsAt = (sample: number): number => sample / stream.sampleRateHz;
  // Other makers' amplifiers write triggers only: without any common-mode bit, its absence means
  // nothing.
  const usesCommonMode = values.some((value) => (value & COMMON_MODE_OK) !== 0);
  for (const read of usesCommonMode
    ? [triggerText, commonModeText, batteryText]
    : [triggerText, batteryText]) {
    let begin = 0;
    let text = read(values[0] ?? 0);
    for (let at = 1; at <= values.length && marks.length < MAX_MARKS; at++) {
      const next = at < values.length ? read(values[at] ?? 0) : null;
      if (next === text) continue;
      if (text !== null)
        marks.push({
          onsetSeconds: secondsAt(begin),
          durationSeconds: secondsAt(at - begin),
          text,
        });
      begin = at;
      text = next;
    }
  }
  return marks.toSorted((one, other) => one.onsetSeconds - other.onsetSeconds);
}

const triggerText = (value: number): string | null =>
  (value & TRIGGER_BITS) === 0 ? null : `Trigger ${value & TRIGGER_BITS}`;
const commonModeText = (value: number): string | null =>
  (value & COMMON_MODE_OK) === 0 ? 'CMS out of range' : null;
const batteryText = (value: number): string | null =>
  (value & BATTERY_LOW) === 0 ? null : 'Battery low';
