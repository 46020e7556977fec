import { compareDocuments } from '@yamori/domain';
import type { FeedChange } from '../change-feed.ts';
import { isInTarget, type LiveTarget } from './live-target.ts';
import type { PlacedRow } from '../document-row.ts';

/**
 * The first documents of a limited query, and some beyond, so that a removed document can be
 * replaced without a query.
 */
export type WindowBuffer = {
  /**
   * Whether the change concerned this query; most changes of a collection belong to other
   * organisations.
   */
  readonly apply: (change: FeedChange) => boolean;
  /** Null when the window needs documents beyond the buffer, so that the database must be read. */
  readonly window: () => readonly PlacedRow[] | null;
};

export const bufferedDocuments = (limit: number): number => limit + spare(limit);
const spare = (limit: number): number => Math.max(10, Math.ceil(limit / 2));

/**
 * `loaded`: the first `bufferedDocuments(limit)` documents in order; fewer mean that no more exist.
 */
export function createWindowBuffer(
  target: LiveTarget,
  limit: number,
  loaded: readonly PlacedRow[],
): WindowBuffer {
  const compare = compareDocuments(target.query);
  const state = {
    rows: [...loaded],
    complete: loaded.length < bufferedDocuments(limit),
    edge: loaded.at(-1),
  };
  // Documents beyond the last one ever loaded are unknown, even after that one is gone.
  const isKnownPlace = (row: PlacedRow): boolean =>
    state.complete || (state.edge !== undefined && compare(row, state.edge) <= 0);

  return {
    apply: ({ path, after }) => {
      const at = state.rows.findIndex((row) => row.path === path);
      if (at >= 0) state.rows.splice(at, 1);
      if (!isInTarget(target, after) || !isKnownPlace(after)) return at >= 0;
      state.rows.splice(placeFor(state.rows, after, compare), 0, after);
      if (state.rows.length <= limit + 2 * spare(limit)) return true;
      state.rows.length = bufferedDocuments(limit);
      state.complete = false;
      state.edge = state.rows.at(-1);
      return true;
    },
    window: () =>
      state.rows.length >= limit || state.complete ? state.rows.slice(0, limit) : null,
  };
}

function placeFor(
  rows: readonly PlacedRow[],
  row: PlacedRow,
  compare: (a: PlacedRow, b: PlacedRow) => number,
): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const other = rows[middle];
    if (other && compare(other, row) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * The window before some changes. `now` must contain as many documents as the limit and the changed
 * ones together.
 */
export function windowBefore(
  target: LiveTarget,
  limit: number,
  now: readonly PlacedRow[],
  changes: readonly FeedChange[],
): PlacedRow[] {
  const before = new Map<string, PlacedRow | null>();
  for (const change of changes)
    if (!before.has(change.path)) before.set(change.path, change.before);
  const unchanged = now.filter((row) => !before.has(row.path));
  const restored = [...before.values()].filter((row) => isInTarget(target, row));
  return [...unchanged, ...restored].sort(compareDocuments(target.query)).slice(0, limit);
}
