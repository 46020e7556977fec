import type { LinkClock } from '../connection/connection-state.ts';

/** A clock that only a test advances. */
export class ManualClock implements LinkClock {
  #nowMs = Date.UTC(2026, 10, 21);
  #timers = new Set<{ readonly dueMs: number; readonly run: () => void }>();
  /** The result of `random`. */
  chance = 0;

  readonly now = (): number => this.#nowMs;
  readonly random = (): number => this.chance;

  readonly after = (delayMs: number, run: () => void): (() => void) => {
    const timer = { dueMs: this.#nowMs + delayMs, run };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  };

  /** Advances the time and runs due timers in order. */
  advance(ms: number): void {
    const endMs = this.#nowMs + ms;
    for (;;) {
      const next = [...this.#timers]
        .filter(({ dueMs }) => dueMs <= endMs)
        .sort((a, b) => a.dueMs - b.dueMs)[0];
      if (!next) break;
      this.#timers.delete(next);
      this.#nowMs = next.dueMs;
      next.run();
    }
    this.#nowMs = endMs;
  }
}
