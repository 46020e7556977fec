import type { StreamDeclaration } from '@yamori/domain';
import { saturationHigh, saturationLow } from '@yamori/signal';
import type { PastPiece } from '../engine/frame-source.ts';
import {
  MARK_MEASURED,
  MARK_NOISY,
  MARK_NOT_MEASURED,
  MARK_SATURATED,
  SampleRing,
  type SampleMark,
} from './sample-ring.ts';

/**
 * A decoded frame, borrowed for the call: `samples` is channel-major. Int16 are digital values as
 * the device sent them; Float32 are physical values computed here (EIT curves), NaN for a missing
 * value.
 */
export type TraceFrame = {
  readonly sequence: number;
  readonly deviceTimeMs: number;
  readonly sampleCount: number;
  readonly samples: Int16Array | Float32Array;
};

type FrameFate = 'first' | 'appended' | 'afterGap' | 'late' | 'restarted';

const NOT_MEASURED = -32_768;
/** Clock jitter up to this is absorbed slowly, as drift; above it the device was silent. */
const JITTER_MS = 250;
const DRIFT_SHARE = 0.05;
const RESTART_GAP_SECONDS = 1;
/**
 * Timeline and live data may overlap by up to this much; a larger overlap means that the clock was
 * changed.
 */
const MAX_OVERLAP_MS = 10_000;

/**
 * The frames of one stream on the device's own time: lost frames and silence become gaps of their
 * true length. Late and repeated frames are dropped and counted; a clock set back starts a new run
 * after a gap of a second. Keeps `secondsKept` of every channel as physical values; copies what it
 * keeps.
 */
export class StreamTrace {
  readonly declaration: StreamDeclaration;
  readonly rings: readonly SampleRing[];
  readonly periodMs: number;
  lostFrames = 0;
  lateFrames = 0;
  gaps = 0;
  /** While set, samples are marked noisy. */
  noisy = false;
  #originMs = Number.NaN;
  /** Null before the first frame. */
  #lastSequence: number | null = null;

  constructor(declaration: StreamDeclaration, secondsKept: number) {
    this.declaration = declaration;
    this.periodMs = 1000 / declaration.sampleRateHz;
    this.rings = Array.from(
      { length: declaration.channels },
      () => new SampleRing(secondsKept * declaration.sampleRateHz),
    );
  }

  get end(): number {
    return this.rings[0]?.end ?? 0;
  }

  get start(): number {
    return this.rings[0]?.start ?? 0;
  }

  /** Device time in ms of a sample; NaN before the first frame. */
  getTimeMs(index: number): number {
    return this.#originMs + index * this.periodMs;
  }

  /** Fractional index of a device time. */
  indexAt(timeMs: number): number {
    return (timeMs - this.#originMs) / this.periodMs;
  }

  /**
   * Adds measurements from before the watch, up to `untilMs`; call it before any frame. Columns of
   * several samples are left out. Its gaps are drawn but not counted: they happened before the
   * reader watched.
   */
  prefill(pieces: readonly PastPiece[], untilMs: number): void {
    for (const { fromMs, stepMs, channels } of pieces.toSorted((a, b) => a.fromMs - b.fromMs)) {
      const count = Math.min(
        channels[0]?.length ?? 0,
        Math.ceil((untilMs - fromMs) / this.periodMs),
      );
      if (
        count <= 0 ||
        channels.length !== this.rings.length ||
        Math.abs(stepMs - this.periodMs) > this.periodMs / 2
      )
        continue;
      if (Number.isNaN(this.#originMs)) this.#originMs = fromMs;
      const missing = Math.round((fromMs - this.getTimeMs(this.end)) / this.periodMs);
      if (missing < 0) continue;
      for (const [channel, ring] of this.rings.entries()) {
        if (missing > 0) ring.pushGap(missing);
        for (const digital of channels[channel]?.subarray(0, count) ?? [])
          this.#push(ring, digital);
      }
    }
  }

  accept(frame: TraceFrame): FrameFate {
    const fate = this.#place(frame);
    if (fate === 'late') {
      this.lateFrames += 1;
      return fate;
    }
    this.#lastSequence = frame.sequence;
    if (frame.samples instanceof Int16Array) this.#keepDigital(frame.samples, frame.sampleCount);
    else this.#keepPhysical(frame.samples, frame.sampleCount);
    return fate;
  }

  #keepDigital(samples: Int16Array, count: number): void {
    for (const [channel, ring] of this.rings.entries()) {
      const base = channel * count;
      for (let i = 0; i < count; i++) this.#push(ring, samples[base + i] ?? NOT_MEASURED);
    }
  }

  #push(ring: SampleRing, digital: number): void {
    const { scale, offset } = this.declaration;
    ring.push(
      digital === NOT_MEASURED ? Number.NaN : digital * scale + offset,
      this.#getMark(digital),
    );
  }

  #keepPhysical(samples: Float32Array, count: number): void {
    for (const [channel, ring] of this.rings.entries()) {
      for (let i = 0; i < count; i++) {
        const value = samples[channel * count + i] ?? Number.NaN;
        ring.push(value, Number.isNaN(value) ? MARK_NOT_MEASURED : MARK_MEASURED);
      }
    }
  }

  #getMark(digital: number): SampleMark {
    if (digital === NOT_MEASURED) return MARK_NOT_MEASURED;
    if (digital <= saturationLow || digital >= saturationHigh) return MARK_SATURATED;
    return this.noisy ? MARK_NOISY : MARK_MEASURED;
  }

  #place(frame: TraceFrame): FrameFate {
    if (Number.isNaN(this.#originMs)) {
      this.#originMs = frame.deviceTimeMs;
      return 'first';
    }
    const stepMs = frame.deviceTimeMs - this.getTimeMs(this.end);
    if (this.#lastSequence === null && stepMs < -this.periodMs / 2 && stepMs > -MAX_OVERLAP_MS)
      return 'late';
    const steps = this.#lastSequence === null ? 1 : (frame.sequence - this.#lastSequence) | 0;
    if (steps <= 0 && steps > -100_000 && stepMs < -this.periodMs / 2) return 'late';
    if (steps > 1 && steps < 100_000) this.lostFrames += steps - 1;
    if (stepMs < -JITTER_MS) return this.#restart(frame.deviceTimeMs);
    if (stepMs <= JITTER_MS && (steps === 1 || stepMs < this.periodMs * 1.5)) {
      if (Math.abs(stepMs) > this.periodMs / 2) this.#originMs += stepMs * DRIFT_SHARE;
      return 'appended';
    }
    const missing = Math.round(stepMs / this.periodMs);
    // Less than half a sample of a slow series: nothing is missing.
    if (missing < 1) {
      this.#originMs += stepMs * DRIFT_SHARE;
      return 'appended';
    }
    this.#gap(missing);
    return 'afterGap';
  }

  #restart(deviceTimeMs: number): FrameFate {
    this.#gap(Math.ceil((RESTART_GAP_SECONDS * 1000) / this.periodMs));
    this.#originMs = deviceTimeMs - this.end * this.periodMs;
    return 'restarted';
  }

  #gap(samples: number): void {
    this.gaps += 1;
    for (const ring of this.rings) ring.pushGap(samples);
  }
}
