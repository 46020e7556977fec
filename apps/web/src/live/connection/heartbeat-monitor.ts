import { BEAT_INTERVAL_SECONDS } from '@yamori/domain';
import type { LinkClock } from './connection-state.ts';

/** A heartbeat may be this late before it counts as missed. */
const SLACK_MS = 1000;
const STALE_AFTER_MS = BEAT_INTERVAL_SECONDS * 1000 + SLACK_MS;
const LOST_AFTER_MS = 2 * BEAT_INTERVAL_SECONDS * 1000 + SLACK_MS;

/** Reports when no message arrived for one heartbeat (5 s with the slack), and for two (9 s). */
export class HeartbeatMonitor {
  readonly #clock: LinkClock;
  readonly #onSilent: (kind: 'stale' | 'lost', since: Date) => void;
  #heardAtMs: number;
  #cancel: () => void = () => undefined;

  constructor(clock: LinkClock, onSilent: (kind: 'stale' | 'lost', since: Date) => void) {
    this.#clock = clock;
    this.#onSilent = onSilent;
    this.#heardAtMs = clock.now();
  }

  get heardAt(): Date {
    return new Date(this.#heardAtMs);
  }

  heard(): void {
    this.#heardAtMs = this.#clock.now();
    this.start();
  }

  /** Continues from the last message; does not repeat reports that are already due. */
  start(): void {
    this.#cancel();
    const silentMs = this.#clock.now() - this.#heardAtMs;
    const dueMs = silentMs < STALE_AFTER_MS ? STALE_AFTER_MS : LOST_AFTER_MS;
    if (silentMs < dueMs) this.#cancel = this.#clock.after(dueMs - silentMs, () => this.#tell());
  }

  stop(): void {
    this.#cancel();
  }

  #tell(): void {
    const lost = this.#clock.now() - this.#heardAtMs >= LOST_AFTER_MS;
    if (!lost) this.start();
    this.#onSilent(lost ? 'lost' : 'stale', this.heardAt);
  }
}
