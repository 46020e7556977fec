import type { Collection } from '@yamori/domain';
import type { CollectionQuery } from '../../../apps/web/src/live/documents/collection-query.ts';

type List = Awaited<ReturnType<CollectionQuery<Collection>['get']>>;

/** A live list as a screen holds it, and every error in its changes. */
export type FollowedList = {
  /** The same query as a single read. */
  readonly read: () => Promise<List>;
  readonly list: () => List;
  readonly faults: readonly string[];
};

const KINDS = ['removed', 'added', 'modified'];

export function followList(
  live: CollectionQuery<Collection>,
  once: CollectionQuery<Collection> = live,
): FollowedList {
  const state: { list: List; replayed: string[] } = { list: [], replayed: [] };
  const faults: string[] = [];
  live.subscribe(
    ({ documents, changes }) => {
      for (const { kind, document, oldIndex, newIndex } of changes) {
        if (kind !== 'added') state.replayed.splice(oldIndex, 1);
        if (kind !== 'removed') state.replayed.splice(newIndex, 0, document.documentReferenceId);
      }
      state.list = [...documents];
      const ids = documents.map((document) => document.documentReferenceId);
      if (state.replayed.join(' ') !== ids.join(' '))
        faults.push('the changes do not lead to the list');
      const order = changes.map(({ kind }) => KINDS.indexOf(kind));
      if (order.some((rank, index) => rank < (order[index - 1] ?? 0)))
        faults.push('the changes are not in the order removed, added, modified');
    },
    ({ code }) => faults.push(`failed: ${code}`),
  );
  return { read: () => once.get(), list: () => state.list, faults };
}
