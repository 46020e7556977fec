const WINDOW_MS = 5000;
const MARGIN_MS = 25;
/** Longer silence is an outage, not jitter, and does not increase the delay. */
const MAX_JITTER_MS = 2500;
const SNAP_MS = 1500;
/**
 * Data that arrives this much faster than ever before is a burst of history and invalidates the
 * measured delays.
 */
const CATCHING_UP_MS = 100;
/** Delay shrinks by this share of elapsed time, so that motion stays even while it catches up. */
const SHRINK_RATE = 0.03;

/**
 * Selects the device time to draw now, so that frames which arrive in bursts are drawn in even
 * motion. The delay is the minimum that would have kept the pen supplied over the last 5 to 10 s,
 * plus a margin.
 */
export class PlayoutClock {
  #newestMs = Number.NEGATIVE_INFINITY;
  #needed = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  #shortest = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  /**
   * The shortest delay when delays were last measured afresh: each short frame of a burst is only
   * slightly faster than the one before.
   */
  #knownMs = Number.POSITIVE_INFINITY;
  #bucketSinceMs = Number.NaN;
  #delayMs = Number.NaN;
  #playheadMs = Number.NEGATIVE_INFINITY;
  #lastNowMs = Number.NaN;

  /**
   * Data from `firstMs` up to `newestMs` (device time of the sample after the last) arrived at
   * `arrivalMs` (local clock).
   */
  observe(firstMs: number, newestMs: number, arrivalMs: number): void {
    if (newestMs < this.#newestMs - SNAP_MS) this.#forget();
    if (newestMs <= this.#newestMs) return;
    this.#turn(arrivalMs);
    const lagMs = arrivalMs - newestMs;
    if (lagMs < this.#knownMs - CATCHING_UP_MS) {
      this.#forgetDelays();
      this.#knownMs = lagMs;
    }
    this.#shortest[0] = Math.min(this.#shortest[0] ?? lagMs, lagMs);
    const neededMs = arrivalMs - firstMs;
    if (neededMs - Math.min(...this.#shortest) <= MAX_JITTER_MS)
      this.#needed[0] = Math.max(this.#needed[0] ?? neededMs, neededMs);
    this.#newestMs = newestMs;
  }

  /**
   * The device time to draw up to at `nowMs`; runs backwards only if the device's clock does. NaN
   * before data.
   */
  playheadMs(nowMs: number): number {
    const targetMs = Math.max(...this.#needed, Math.min(...this.#shortest)) + MARGIN_MS;
    if (!Number.isFinite(targetMs)) return Number.NaN;
    const elapsedMs = Number.isNaN(this.#lastNowMs) ? 0 : Math.max(0, nowMs - this.#lastNowMs);
    this.#lastNowMs = nowMs;
    if (
      Number.isNaN(this.#delayMs) ||
      targetMs > this.#delayMs ||
      this.#delayMs - targetMs > SNAP_MS
    )
      this.#delayMs = targetMs;
    else this.#delayMs = Math.max(targetMs, this.#delayMs - elapsedMs * SHRINK_RATE);
    this.#playheadMs = Math.max(this.#playheadMs, nowMs - this.#delayMs);
    return this.#playheadMs;
  }

  /** How long the fastest data waits before it is drawn, in ms; NaN before anything is drawn. */
  get holdMs(): number {
    return this.#delayMs - Math.min(...this.#shortest);
  }

  #turn(arrivalMs: number): void {
    if (Number.isNaN(this.#bucketSinceMs)) this.#bucketSinceMs = arrivalMs;
    if (arrivalMs - this.#bucketSinceMs < WINDOW_MS) return;
    this.#bucketSinceMs = arrivalMs;
    this.#needed = [Number.NEGATIVE_INFINITY, this.#needed[0] ?? Number.NEGATIVE_INFINITY];
    this.#knownMs = Math.min(...this.#shortest);
    this.#shortest = [Number.POSITIVE_INFINITY, this.#shortest[0] ?? Number.POSITIVE_INFINITY];
  }

  #forget(): void {
    this.#newestMs = Number.NEGATIVE_INFINITY;
    this.#playheadMs = Number.NEGATIVE_INFINITY;
    this.#knownMs = Number.POSITIVE_INFINITY;
    this.#forgetDelays();
  }

  #forgetDelays(): void {
    this.#needed = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
    this.#shortest = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    this.#delayMs = Number.NaN;
  }
}
