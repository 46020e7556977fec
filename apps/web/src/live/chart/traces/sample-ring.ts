/** The state of a sample besides its value. */
export const MARK_MEASURED = 0;
/** No frame contained it: the device was silent or frames were lost. */
export const MARK_GAP = 1;
/** The device sent "not measured" (−32768): the electrode is off. */
export const MARK_NOT_MEASURED = 2;
/** The converter was at its limit; the true value is beyond it. */
export const MARK_SATURATED = 3;
/** An estimator found the signal too disturbed for a measurement. */
export const MARK_NOISY = 4;
export type SampleMark = 0 | 1 | 2 | 3 | 4;

/**
 * The last `capacity` samples of one channel, in memory that never grows: the newest overwrite the
 * oldest. Samples have an absolute index that counts from 0 and never wraps.
 */
export class SampleRing {
  readonly capacity: number;
  readonly #values: Float32Array;
  readonly #marks: Uint8Array;
  #end = 0;
  #start = 0;

  constructor(capacity: number) {
    this.capacity = Math.max(1, Math.ceil(capacity));
    this.#values = new Float32Array(this.capacity);
    this.#marks = new Uint8Array(this.capacity);
  }

  /** Index of the oldest sample held. */
  get start(): number {
    return this.#start;
  }

  /** Index of the next sample. */
  get end(): number {
    return this.#end;
  }

  push(value: number, mark: SampleMark): void {
    const at = this.#end % this.capacity;
    this.#values[at] = value;
    this.#marks[at] = mark;
    this.#end += 1;
    if (this.#end - this.#start > this.capacity) this.#start = this.#end - this.capacity;
  }

  /**
   * Adds a run without samples. A run longer than the ring only advances the indices and drops all
   * samples.
   */
  pushGap(count: number): void {
    if (count >= this.capacity) {
      this.#end += count;
      this.#start = this.#end;
      return;
    }
    for (let i = 0; i < count; i++) this.push(Number.NaN, MARK_GAP);
  }

  /** NaN for indices that are not held, in gaps, and if not measured. */
  valueAt(index: number): number {
    if (index < this.#start || index >= this.#end) return Number.NaN;
    return this.#values[index % this.capacity] ?? Number.NaN;
  }

  markAt(index: number): SampleMark {
    if (index < this.#start || index >= this.#end) return MARK_GAP;
    // Only push writes marks, so a byte read back is one of them.
    return (this.#marks[index % this.capacity] ?? MARK_GAP) as SampleMark;
  }

  /** A copy that no longer changes, for a frozen picture. */
  clone(): SampleRing {
    const copy = new SampleRing(this.capacity);
    copy.#values.set(this.#values);
    copy.#marks.set(this.#marks);
    copy.#start = this.#start;
    copy.#end = this.#end;
    return copy;
  }
}
