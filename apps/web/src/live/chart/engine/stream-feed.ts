import type { StreamDeclaration } from '@yamori/domain';
import { noReading, type Reading } from '@yamori/signal';
import { EventLog } from '../traces/event-log.ts';
import { PlayoutClock } from '../traces/playout-clock.ts';
import { MARK_GAP, MARK_NOISY, MARK_NOT_MEASURED, MARK_SATURATED } from '../traces/sample-ring.ts';
import { StreamTrace, type TraceFrame } from '../traces/stream-trace.ts';
import type { StreamQuality, StreamReport } from './chart-report.ts';
import type { PastPiece } from './frame-source.ts';
import { createRateEstimator, type RateEstimator } from './rate-estimator.ts';

/** Traces hold a minute and a half of waves, and four hours of slow series. */
const WAVE_SECONDS = 90;
export const SLOW_SECONDS = 4 * 3600;
/** Maximum frames that wait for the past; above it, they wait no longer. */
const WAITING_FRAMES = 2000;
/** Slower streams are trends: they are drawn on arrival and do not drive the playhead. */
const SLOWEST_WAVE_HZ = 4;
const MAX_EVENTS = 200;
const QUALITY_SECONDS = 10;
const CHANNELS_REPORTED = 8;

type StreamContent =
  | { readonly kind: 'samples'; readonly trace: StreamTrace }
  | { readonly kind: 'events'; readonly log: EventLog };

/**
 * One stream of one device: its trace or events, its playout clock and its rate. Fixed memory;
 * copies what it keeps.
 */
export class StreamFeed {
  readonly declaration: StreamDeclaration;
  readonly content: StreamContent;
  readonly clock = new PlayoutClock();
  readonly estimator: RateEstimator | null;
  reading: Reading = noReading;
  lastArrivalMs = Number.NaN;
  newestMs = Number.NaN;
  /** Frames that arrive while the past is loading; null if nothing is loading. */
  #waiting: { readonly frame: TraceFrame; readonly arrivalMs: number }[] | null = null;

  constructor(declaration: StreamDeclaration, estimates: boolean) {
    this.declaration = declaration;
    const rate = declaration.sampleRateHz;
    this.content =
      rate > 0
        ? {
            kind: 'samples',
            trace: new StreamTrace(
              declaration,
              rate >= SLOWEST_WAVE_HZ ? WAVE_SECONDS : SLOW_SECONDS,
            ),
          }
        : { kind: 'events', log: new EventLog(MAX_EVENTS) };
    this.estimator = estimates ? createRateEstimator(declaration) : null;
  }

  get isWave(): boolean {
    return this.declaration.sampleRateHz >= SLOWEST_WAVE_HZ;
  }

  /** Starts loading the past: frames wait for it, so that all data is in order. */
  awaitPast(): void {
    this.#waiting = [];
  }

  /** Adds the past; empty if none is known. */
  takePast(pieces: readonly PastPiece[]): void {
    const waiting = this.#waiting;
    if (waiting === null) return;
    this.#waiting = null;
    if (this.content.kind === 'events') this.content.log.prefill(pieces);
    else
      this.content.trace.prefill(
        pieces,
        waiting[0]?.frame.deviceTimeMs ?? Number.POSITIVE_INFINITY,
      );
    for (const { frame, arrivalMs } of waiting) this.accept(frame, arrivalMs);
  }

  accept(frame: TraceFrame, arrivalMs: number): void {
    if (this.#waiting !== null) {
      if (this.#waiting.length >= WAITING_FRAMES) this.takePast([]);
      else {
        this.#waiting.push({ frame: { ...frame, samples: frame.samples.slice() }, arrivalMs });
        return;
      }
    }
    this.lastArrivalMs = arrivalMs;
    if (this.content.kind === 'events') {
      this.content.log.accept(frame);
      return;
    }
    const { trace } = this.content;
    if (trace.accept(frame) === 'late') return;
    this.newestMs = trace.getTimeMs(trace.end);
    this.clock.observe(
      this.newestMs - frame.sampleCount * trace.periodMs,
      this.newestMs,
      arrivalMs,
    );
    this.estimator?.push(frame);
  }

  /**
   * Computes the rate. While the estimator finds the signal disturbed, new samples are marked
   * noisy.
   */
  estimate(nowMs: number): void {
    if (this.estimator === null || Number.isNaN(this.newestMs)) return;
    this.reading = this.estimator.read(this.newestMs + (nowMs - this.lastArrivalMs));
    if (this.content.kind !== 'samples') return;
    this.content.trace.noisy =
      this.reading.kind === 'uncertain' &&
      (this.reading.reason === 'noisy' || this.reading.reason === 'movement');
  }

  report(nowMs: number): StreamReport {
    const { streamId, kind, channels, unit, sampleRateHz } = this.declaration;
    const trace = this.content.kind === 'samples' ? this.content.trace : null;
    return {
      streamId,
      kind,
      channels,
      unit,
      sampleRateHz,
      latest: trace === null ? [] : latestValues(trace),
      ageSeconds: Number.isNaN(this.lastArrivalMs)
        ? null
        : Math.max(0, (nowMs - this.lastArrivalMs) / 1000),
      quality: trace === null ? null : getQuality(trace),
      gaps: trace?.gaps ?? 0,
      lostFrames: trace?.lostFrames ?? 0,
      lateFrames: trace?.lateFrames ?? 0,
    };
  }
}

function latestValues(trace: StreamTrace): (number | null)[] {
  return trace.rings.slice(0, CHANNELS_REPORTED).map((ring) => {
    const value = ring.valueAt(ring.end - 1);
    return Number.isNaN(value) ? null : value;
  });
}

function getQuality(trace: StreamTrace): StreamQuality | null {
  const ring = trace.rings[0];
  if (ring === undefined) return null;
  const from = Math.max(
    ring.start,
    ring.end - Math.ceil((QUALITY_SECONDS * 1000) / trace.periodMs),
  );
  const count = ring.end - from;
  if (count === 0) return null;
  let missing = 0;
  let saturated = 0;
  let noisy = 0;
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let index = from; index < ring.end; index++) {
    const mark = ring.markAt(index);
    if (mark === MARK_GAP || mark === MARK_NOT_MEASURED) {
      missing += 1;
      continue;
    }
    const value = ring.valueAt(index);
    low = Math.min(low, value);
    high = Math.max(high, value);
    if (mark === MARK_SATURATED) saturated += 1;
    else if (mark === MARK_NOISY) noisy += 1;
  }
  return {
    measured: 1 - missing / count,
    saturated: saturated / count,
    noisy: noisy / count,
    swing: Math.max(0, high - low),
  };
}
