import type { StreamDeclaration } from '@yamori/domain';
import { NOT_MEASURED } from '@yamori/frames';
import type { Person } from '../body/person.ts';
import type { Random } from '../random.ts';

/** Model of a sensor on a person: one value per channel, in the stream's unit. */
export type StreamModel = {
  /**
   * Fills `values` (one per channel) for `timeSeconds`, which must not decrease. NaN: not measured.
   */
  readonly measure: (timeSeconds: number, values: Float64Array) => void;
};

export type ModelOptions = {
  readonly person: Person;
  readonly random: Random;
  readonly stream: StreamDeclaration;
};

/**
 * Digital values of `sampleCount` samples from `fromSeconds`, channel by channel, clipped to the
 * range.
 */
export function sampleModel(
  model: StreamModel,
  stream: StreamDeclaration,
  fromSeconds: number,
  sampleCount: number,
): Int16Array[] {
  const channels = Array.from({ length: stream.channels }, () => new Int16Array(sampleCount));
  const values = new Float64Array(stream.channels);
  for (let index = 0; index < sampleCount; index++) {
    model.measure(fromSeconds + index / stream.sampleRateHz, values);
    for (const [channel, samples] of channels.entries())
      samples[index] = toDigital(values[channel] ?? Number.NaN, stream);
  }
  return channels;
}

export function toDigital(value: number, { scale, offset }: StreamDeclaration): number {
  if (Number.isNaN(value)) return NOT_MEASURED;
  return Math.max(-32_767, Math.min(32_767, Math.round((value - offset) / scale)));
}
