import type { TraceFrame } from './stream-trace.ts';

export type DeviceEvent = { readonly timeMs: number; readonly code: number };

/** The last `capacity` events of a stream without a rate (the call button), oldest first, each once. */
export class EventLog {
  readonly #capacity: number;
  #events: DeviceEvent[] = [];
  #lastSequence = Number.NaN;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get events(): readonly DeviceEvent[] {
    return this.#events;
  }

  /** A repeated frame changes nothing. */
  accept(frame: TraceFrame): void {
    if (frame.sequence === this.#lastSequence) return;
    if (this.#events.some((event) => event.timeMs === frame.deviceTimeMs)) return;
    this.#lastSequence = frame.sequence;
    const added = Array.from(frame.samples.subarray(0, frame.sampleCount), (code) => ({ timeMs: frame.deviceTimeMs, code }));
    this.#events = [...this.#events, ...added].toSorted((a, b) => a.timeMs - b.timeMs).slice(-this.#capacity);
  }
}
