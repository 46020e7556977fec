import type { Problem, WireChange } from '@yamori/domain';

export type DeliveredChanges = {
  readonly changes: WireChange[];
  readonly reset: boolean;
  readonly current: boolean;
  readonly token: string;
};

/** One reader of a subscription. */
export type LiveListener = {
  readonly deliver: (changes: DeliveredChanges) => void;
  /** Ends the subscription. */
  readonly fail: (problem: Problem) => void;
  /** Whether the reader accepts nothing at the moment: changes are then coalesced. */
  readonly isLagging: () => boolean;
};

/** Coalesces changes for a slow reader: at most one per document. */
export type PendingChanges = {
  /** False when the cap is exceeded: the reader must reload everything. */
  readonly add: (changes: readonly WireChange[]) => boolean;
  readonly take: () => WireChange[];
};

export function createPendingChanges(cap: number): PendingChanges {
  const pending = new Map<string, { readonly held: boolean; readonly last: WireChange }>();
  return {
    add: (changes) => {
      for (const change of changes) {
        const path = getPath(change);
        const known = pending.get(path);
        // Reinserts the entry, so that changes are in the order of the latest one per document.
        pending.delete(path);
        pending.set(path, { held: known?.held ?? change.kind !== 'added', last: change });
      }
      return pending.size <= cap;
    },
    take: () => {
      const changes = [...pending.values()].flatMap(({ held, last }) => combine(held, last) ?? []);
      pending.clear();
      return changes;
    },
  };
}

const getPath = (change: WireChange): string =>
  change.kind === 'removed' ? change.path : change.document.path;

/** Combined change for a reader that held the document before, or did not. */
function combine(held: boolean, last: WireChange): WireChange | null {
  if (last.kind === 'removed') return held ? last : null;
  return { kind: held ? 'modified' : 'added', document: last.document };
}
