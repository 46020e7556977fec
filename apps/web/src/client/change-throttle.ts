import type { WireChange } from '@yamori/domain';
import type { TargetChanges } from './document-transport.ts';
import type { LinkClock } from './link-state.ts';

/**
 * Lets the first change through at once and gathers what follows for `intervalMs`, keeping the last change of every
 * document: a subscriber sees each document's newest state at most `1000 / intervalMs` times a second, and misses only
 * states that were overtaken. A load in parts (`reset`, not yet `current`) is gathered whole.
 * Holds at most one change per document of the subscription.
 */
export class ChangeThrottle {
  readonly #deliver: (event: TargetChanges) => void;
  readonly #clock: Pick<LinkClock, 'after'>;
  readonly #intervalMs: number;
  readonly #waiting = new Map<string, WireChange>();
  #reset = false;
  #current = false;
  #cancel: (() => void) | null = null;

  constructor(
    clock: Pick<LinkClock, 'after'>,
    intervalMs: number,
    deliver: (event: TargetChanges) => void,
  ) {
    this.#clock = clock;
    this.#intervalMs = intervalMs;
    this.#deliver = deliver;
  }

  receive(event: TargetChanges): void {
    if (event.reset) {
      this.#waiting.clear();
      this.#reset = true;
    }
    for (const change of event.changes) {
      const path = change.kind === 'removed' ? change.path : change.document.path;
      // Set anew, so that documents come in the order of their last change.
      this.#waiting.delete(path);
      this.#waiting.set(path, change);
    }
    this.#current = event.current;
    if (this.#cancel === null) this.#flush();
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = null;
    this.#waiting.clear();
  }

  #flush(): void {
    this.#cancel = null;
    if (!this.#current) return;
    const changes = [...this.#waiting.values()];
    this.#waiting.clear();
    const reset = this.#reset;
    this.#reset = false;
    this.#current = false;
    this.#cancel = this.#clock.after(this.#intervalMs, () => this.#flush());
    this.#deliver({ changes, reset, current: true });
  }
}
