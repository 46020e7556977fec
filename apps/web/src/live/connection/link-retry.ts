import type { Problem } from '@yamori/domain';
import type { LinkClock } from './connection-state.ts';

/**
 * Retries requests that were refused temporarily: the database was unavailable, or too many
 * requests were active. The delay is random, up to twice the time that the server gave, so that
 * pages do not all retry together.
 */
export class LinkRetries {
  readonly #clock: LinkClock;
  readonly #waiting = new Map<number, () => void>();

  constructor(clock: LinkClock) {
    this.#clock = clock;
  }

  /** @returns false for a permanent problem */
  later(id: number, { retryAfterSeconds }: Problem, ask: () => void): boolean {
    if (retryAfterSeconds === undefined) return false;
    this.forget(id);
    this.#waiting.set(
      id,
      this.#clock.after(retryAfterSeconds * 1000 * (1 + this.#clock.random()), () => {
        this.#waiting.delete(id);
        ask();
      }),
    );
    return true;
  }

  /** Drops the retry of a request that ended or was sent again. */
  forget(id: number): void {
    this.#waiting.get(id)?.();
    this.#waiting.delete(id);
  }
}
