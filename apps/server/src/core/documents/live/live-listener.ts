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
  /** The subscription is over. */
  readonly fail: (problem: Problem) => void;
  /** Whether the reader takes nothing at the moment: changes are put together until it does. */
  readonly isBehind: () => boolean;
};

/**
 * Reads, for one reader that is behind, what it has not been given: at most a change a document.
 */
export type PendingChanges = {
  /** False when there are more than the cap: the reader has to get everything again. */
  readonly add: (changes: readonly WireChange[]) => boolean;
  readonly take: () => WireChange[];
};

export function createPendingChanges(cap: number): PendingChanges {
  const pending = new Map<string, { readonly held: boolean; readonly last: WireChange }>();
  return {
    add: (changes) => {
      for (const change of changes) {
        const path = pathOf(change);
        const known = pending.get(path);
        // Put last again, so that what is taken stands in the order of the latest changes.
        pending.delete(path);
        pending.set(path, { held: known?.held ?? change.kind !== 'added', last: change });
      }
      return pending.size <= cap;
    },
    take: () => {
      const changes = [...pending.values()].flatMap(({ held, last }) => settle(held, last) ?? []);
      pending.clear();
      return changes;
    },
  };
}

export const pathOf = (change: WireChange): string =>
  change.kind === 'removed' ? change.path : change.document.path;

/** What a reader that held the document, or did not, has to be told in the end. */
function settle(held: boolean, last: WireChange): WireChange | null {
  if (last.kind === 'removed') return held ? last : null;
  return { kind: held ? 'modified' : 'added', document: last.document };
}
