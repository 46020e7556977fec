import type { Problem } from '@yamori/domain';
import type { LinkClock } from './link-state.ts';

/**
 * Asks again for what was refused for the moment only: the database was away, or too much was asked
 * for at once. Twice the time that the server names at most, by chance, so that not all pages come
 * back at one instant.
 */
export class LinkRetries {
  readonly #clock: LinkClock;
  readonly #waiting = new Map<number, () => void>();

  constructor(clock: LinkClock) {
    this.#clock = clock;
  }

  /** @returns false for a problem that time does not mend */
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

  /** What has ended, or was asked for anew, is not asked for again. */
  forget(id: number): void {
    this.#waiting.get(id)?.();
    this.#waiting.delete(id);
  }
}
