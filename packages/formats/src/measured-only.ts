import { physicalAt, type RecordingStream } from './recording.ts';

type Limits = { readonly least: number; readonly most: number };

/**
 * Values beyond these cannot be measured: devices write −1, 0 or the edge of their range where no
 * sensor is on the finger.
 */
const SATURATION_PERCENT: Limits = { least: 1, most: 101 };
const HEART_PER_MINUTE: Limits = { least: 1, most: 400 };
/** Rates come slowly; quicker is a pulse wave, whose values may have any sign. */
const MOST_RATES_HZ = 8;

const SATURATION_LABEL = /^(spo2|sao2|osat|o2 ?sat)/i;
const HEART_LABEL = /^(hr|heart ?rate|pulse|puls|pr)\b/i;
const PERCENT = /^(%|percent|)$/i;
const A_MINUTE = /^(bpm|1?\/min|p\/min|)$/i;
const NOT_MEASURED = -32_768;

/**
 * The stream with what says "nothing measured" as missing: oxygen saturation and pulse have no such
 * values, and a file has often no other word for it. All other streams stay as they are, and so do
 * the file's own bytes.
 */
export function measuredOnly(stream: RecordingStream): RecordingStream {
  const limits = limitsOf(stream);
  if (limits === null) return stream;
  const { samples } = stream;
  const isOutside = (_: number, index: number): boolean => {
    const value = physicalAt(stream, index);
    return value < limits.least || value > limits.most;
  };
  if (samples.kind === 'physical') {
    const values = Float64Array.from(samples.values, (value, index) =>
      isOutside(value, index) ? Number.NaN : value,
    );
    return { ...stream, samples: { kind: 'physical', values } };
  }
  if (!samples.values.some(isOutside)) return stream;
  const notMeasured = samples.notMeasured ?? NOT_MEASURED;
  const values = samples.values.slice();
  // What stands for "missing" here may be a value there: it is raised by one step, as the timeline
  // does.
  for (const [index, value] of samples.values.entries())
    values[index] = isOutside(value, index)
      ? notMeasured
      : value === NOT_MEASURED && samples.notMeasured === null
        ? value + 1
        : value;
  return { ...stream, samples: { ...samples, values, notMeasured } };
}

function limitsOf({ label, unit, sampleRateHz }: RecordingStream): Limits | null {
  const name = label.trim();
  if (SATURATION_LABEL.test(name) && PERCENT.test(unit.trim()))
    return unit.trim() === '' ? { ...SATURATION_PERCENT, least: 0 } : SATURATION_PERCENT;
  return HEART_LABEL.test(name) && A_MINUTE.test(unit.trim()) && sampleRateHz <= MOST_RATES_HZ
    ? HEART_PER_MINUTE
    : null;
}
