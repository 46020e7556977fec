import { physicalAt, type RecordingStream } from './recording.ts';

type Limits = { readonly least: number; readonly most: number };

/**
 * Plausible ranges: without a sensor on the finger, devices write −1, 0 or the edge of their range.
 */
const SATURATION_PERCENT: Limits = { least: 1, most: 101 };
const HEART_PER_MINUTE: Limits = { least: 1, most: 400 };
/** Faster streams are pulse waves, whose values may have any sign. */
const MAX_RATES_HZ = 8;

const SATURATION_LABEL = /^(spo2|sao2|osat|o2 ?sat)/i;
const HEART_LABEL = /^(hr|heart ?rate|pulse|puls|pr)\b/i;
const PERCENT = /^(%|percent|)$/i;
const A_MINUTE = /^(bpm|1?\/min|p\/min|)$/i;
const NOT_MEASURED = -32_768;

/**
 * Marks implausible oxygen saturation and pulse values as missing, since many files have no other
 * marker. Other streams and the file's bytes stay unchanged.
 */
export function maskInvalidSamples(stream: RecordingStream): RecordingStream {
  const limits = getLimits(stream);
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
  // If the new marker is also a value, raise that by one step, as the timeline does.
  for (const [index, value] of samples.values.entries()) {
    if (isOutside(value, index)) values[index] = notMeasured;
    else if (value === NOT_MEASURED && samples.notMeasured === null) values[index] = value + 1;
  }
  return { ...stream, samples: { ...samples, values, notMeasured } };
}

function getLimits({ label, unit, sampleRateHz }: RecordingStream): Limits | null {
  const name = label.trim();
  if (SATURATION_LABEL.test(name) && PERCENT.test(unit.trim()))
    return unit.trim() === '' ? { ...SATURATION_PERCENT, least: 0 } : SATURATION_PERCENT;
  return HEART_LABEL.test(name) && A_MINUTE.test(unit.trim()) && sampleRateHz <= MAX_RATES_HZ
    ? HEART_PER_MINUTE
    : null;
}
