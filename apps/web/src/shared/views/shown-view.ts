import { VIEW_ITEMS } from '@yamori/domain';
import type { Organisation } from '../organisations/use-organisations.ts';
import type { View } from './use-views.ts';

/** Optional items of a card, besides the room's name and state. */
export const CARD_ITEMS = VIEW_ITEMS.cardItems;
export type CardItem = (typeof CARD_ITEMS)[number];

/** The fields of an organisation or a room that select its view. */
export type ViewTarget = { readonly viewId: string | null; readonly domainId: string | null };

type ViewOwner = Pick<Organisation, 'documentReferenceId' | 'ancestorIds' | 'defaultViewId'>;

/** Every card calls `findView` on every change, so each list is indexed only once. */
const indexCache = new WeakMap<readonly ViewOwner[], ReadonlyMap<string, ViewOwner>>();
const indexById = (organisations: readonly ViewOwner[]): ReadonlyMap<string, ViewOwner> => {
  const known =
    indexCache.get(organisations) ??
    new Map(organisations.map((organisation) => [organisation.documentReferenceId, organisation]));
  indexCache.set(organisations, known);
  return known;
};

/**
 * The view of a room: its own, else its organisation's, else that of the nearest visible ancestor
 * with one. Null: the default view.
 */
export function findView(
  { viewId, domainId }: ViewTarget,
  views: readonly View[],
  organisations: readonly ViewOwner[],
): View | null {
  const byId = indexById(organisations);
  const own = domainId === null ? undefined : byId.get(domainId);
  const above = (own?.ancestorIds ?? []).toReversed().map((id) => byId.get(id)?.defaultViewId);
  // Ignore a deleted view.
  for (const id of [viewId, own?.defaultViewId, ...above]) {
    const found =
      id === null || id === undefined
        ? undefined
        : views.find(({ documentReferenceId }) => documentReferenceId === id);
    if (found !== undefined) return found;
  }
  return null;
}

/**
 * The available items that a view shows, in their own order, plus `always`. A view without known
 * items shows all.
 */
export function getShownItems<Item extends string>(
  all: readonly Item[],
  named: readonly string[] | undefined,
  always?: Item,
): readonly Item[] {
  if (!all.some((item) => named?.includes(item))) return all;
  return all.filter((item) => item === always || named?.includes(item));
}
