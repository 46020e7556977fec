import type { PastPiece } from '../engine/frame-source.ts';
import type { TraceFrame } from './stream-trace.ts';

export type DeviceEvent = { readonly timeMs: number; readonly code: number };

/** Maximum difference between timeline and live time of the same event. */
const SAME_EVENT_MS = 1000;

/**
 * The last `capacity` events of a stream without a rate (the call button), oldest first, each once.
 */
export class EventLog {
  readonly #capacity: number;
  #events: DeviceEvent[] = [];
  #earlier: readonly DeviceEvent[] = [];
  #lastSequence = Number.NaN;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get events(): readonly DeviceEvent[] {
    return this.#events;
  }

  /** Adds events from before the subscription. Call it before `accept`. */
  prefill(pieces: readonly PastPiece[]): void {
    this.#earlier = pieces.flatMap(({ fromMs, stepMs, channels: [codes] }) =>
      Array.from(codes ?? [], (code, index) => ({ timeMs: fromMs + index * stepMs, code })),
    );
    this.#keep(this.#earlier);
  }

  /** Ignores repeated frames and events that the timeline has provided already. */
  accept(frame: TraceFrame): void {
    if (frame.sequence === this.#lastSequence) return;
    if (this.#events.some((event) => event.timeMs === frame.deviceTimeMs)) return;
    this.#lastSequence = frame.sequence;
    const events = Array.from(frame.samples.subarray(0, frame.sampleCount), (code) => ({
      timeMs: frame.deviceTimeMs,
      code,
    }));
    this.#keep(
      events.filter(
        (event) =>
          !this.#earlier.some(
            (other) =>
              other.code === event.code && Math.abs(other.timeMs - event.timeMs) < SAME_EVENT_MS,
          ),
      ),
    );
  }

  #keep(added: readonly DeviceEvent[]): void {
    this.#events = [...this.#events, ...added]
      .toSorted((a, b) => a.timeMs - b.timeMs)
      .slice(-this.#capacity);
  }
}
