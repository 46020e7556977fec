import type { roomCollection } from '@yamori/domain';
import type { DocumentOf } from '../../live/documents/document-reader.ts';

/**
 * A room as the board gets it. Fields that the reader may not see, such as the occupant, are not
 * there at run time.
 */
export type Room = DocumentOf<typeof roomCollection>;

export type RowStep = { readonly kind: 'added' | 'modified' | 'removed'; readonly room: Room };

/**
 * The rooms that have arrived, a store a row: a change wakes only the card of its room. Who shows
 * the list as a whole is woken by `subscribeList` at every change, and decides how often to look.
 */
export class RoomRows {
  readonly #rooms = new Map<string, Room>();
  readonly #rowListeners = new Map<string, Set<() => void>>();
  readonly #listListeners = new Set<(isOwn: boolean) => void>();
  #version = 0;

  /** Grows with every change. */
  readonly version = (): number => this.#version;

  readonly row = (id: string): Room | null => this.#rooms.get(id) ?? null;

  readonly all = (): readonly Room[] => [...this.#rooms.values()];

  get count(): number {
    return this.#rooms.size;
  }

  /** `isOwn`: the reply of the reader's own command. */
  apply(steps: readonly RowStep[], isOwn = false): void {
    if (steps.length === 0) return;
    for (const { kind, room } of steps) {
      const id = room.documentReferenceId;
      if (kind === 'removed') this.#rooms.delete(id);
      else this.#rooms.set(id, room);
    }
    this.#version += 1;
    for (const { room } of steps)
      this.#rowListeners.get(room.documentReferenceId)?.forEach((listener) => listener());
    for (const listener of this.#listListeners) listener(isOwn);
  }

  clear(): void {
    this.apply(this.all().map((room) => ({ kind: 'removed', room })));
  }

  readonly subscribeRow = (id: string, listener: () => void): (() => void) => {
    const listeners = this.#rowListeners.get(id) ?? new Set();
    this.#rowListeners.set(id, listeners);
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#rowListeners.delete(id);
    };
  };

  readonly subscribeList = (listener: (isOwn: boolean) => void): (() => void) => {
    this.#listListeners.add(listener);
    return () => this.#listListeners.delete(listener);
  };
}
