import { physicalAt, type RecordingStream } from '@yamori/formats';
import { NOT_MEASURED } from '@yamori/frames';

/** Collects the range of a signal, to choose its scaling, in fixed memory. */
type ValueRange = {
  readonly add: (stream: RecordingStream) => void;
  /** How to convert the values to int16; `digital` if they already are. */
  readonly scaling: () => Scaling;
};
type Scaling = {
  readonly values: 'digital' | 'physical';
  readonly scale: number;
  readonly offset: number;
};

/** Common decimal steps. Values that are all multiples of one step are stored exactly. */
const STEPS = [1, 0.1, 0.01, 0.001, 0.0001];
/** A float32 holds 7 digits. */
const STEP_TOLERANCE = 1e-3;
const MAX_DIGITAL = 32_767;

export function createValueRange(): ValueRange {
  const state = {
    minValue: Number.POSITIVE_INFINITY,
    maxValue: Number.NEGATIVE_INFINITY,
    digital: true,
    scale: 1,
    offset: 0,
    seen: false,
    steps: STEPS,
  };
  return {
    add(stream) {
      const { samples } = stream;
      if (
        samples.kind === 'digital' &&
        samples.values instanceof Int16Array &&
        (!state.seen || (samples.scale === state.scale && samples.offset === state.offset))
      ) {
        Object.assign(state, { scale: samples.scale, offset: samples.offset });
      } else state.digital = false;
      state.seen = true;
      if (state.digital) return;
      for (let index = 0; index < samples.values.length; index++) {
        const value = physicalAt(stream, index);
        if (!Number.isFinite(value)) continue;
        if (value < state.minValue) state.minValue = value;
        if (value > state.maxValue) state.maxValue = value;
        if (!state.steps.every((step) => isMultiple(value, step)))
          state.steps = state.steps.filter((step) => isMultiple(value, step));
      }
    },
    scaling() {
      if (state.digital && state.seen && Number.isFinite(state.scale) && state.scale !== 0)
        return { values: 'digital', scale: state.scale, offset: state.offset };
      if (!(state.maxValue >= state.minValue)) return { values: 'physical', scale: 1, offset: 0 };
      return { values: 'physical', ...chooseScale(state.minValue, state.maxValue, state.steps) };
    },
  };
}

const isMultiple = (value: number, step: number): boolean => {
  const count = value / step;
  return Math.abs(count - Math.round(count)) < STEP_TOLERANCE;
};

/** The coarsest step that is exact and fits into int16, else the range divided by 65,534. */
function chooseScale(
  minValue: number,
  maxValue: number,
  steps: readonly number[],
): { scale: number; offset: number } {
  for (const step of steps) {
    const offset = Math.round((minValue + maxValue) / 2 / step) * step;
    if (Math.max(maxValue - offset, offset - minValue) / step <= MAX_DIGITAL)
      return { scale: step, offset: Number(offset.toPrecision(12)) };
  }
  const offset = (minValue + maxValue) / 2;
  return { scale: (maxValue - minValue) / (2 * MAX_DIGITAL), offset };
}

/** Digital values of the samples [from, to) of a signal. */
export function digitalValues(
  stream: RecordingStream,
  { values, scale, offset }: Scaling,
  from: number,
  to: number,
): Int16Array {
  const { samples } = stream;
  if (values === 'digital' && samples.kind === 'digital')
    return plainValues(samples.values, samples.notMeasured, from, to);
  const digital = new Int16Array(to - from);
  for (let index = 0; index < digital.length; index++) {
    const value = physicalAt(stream, from + index);
    digital[index] = Number.isFinite(value)
      ? Math.max(-MAX_DIGITAL, Math.min(MAX_DIGITAL, Math.round((value - offset) / scale)))
      : NOT_MEASURED;
  }
  return digital;
}

/**
 * Other formats use the timeline's "not measured" code as a value; such values are raised by one.
 */
function plainValues(
  source: Int16Array | Int32Array,
  notMeasured: number | null,
  from: number,
  to: number,
): Int16Array {
  const digital = new Int16Array(to - from);
  for (let index = from; index < to; index++) {
    const value = source[index] ?? NOT_MEASURED;
    digital[index - from] = value === notMeasured ? NOT_MEASURED : Math.max(-MAX_DIGITAL, value);
  }
  return digital;
}
