import { VIEW_ITEMS } from '@yamori/domain';
import type { Organisation } from '../organisations/use-organisations.ts';
import type { View } from './use-views.ts';

/** What a card may show besides the room's name and state. */
export const CARD_ITEMS = VIEW_ITEMS.cardItems;
export type CardItem = (typeof CARD_ITEMS)[number];

/** What of an organisation or a room says by which view it is shown. */
export type Shown = { readonly viewId: string | null; readonly domainId: string | null };

type Seen = Pick<Organisation, 'documentReferenceId' | 'ancestorIds' | 'defaultViewId'>;

/** Every card of a ward asks with every change: a list is put in order once. */
const ordered = new WeakMap<readonly Seen[], ReadonlyMap<string, Seen>>();
const byIdOf = (organisations: readonly Seen[]): ReadonlyMap<string, Seen> => {
  const known =
    ordered.get(organisations) ??
    new Map(organisations.map((one) => [one.documentReferenceId, one]));
  ordered.set(organisations, known);
  return known;
};

/**
 * The view of a room: its own, else that of its organisation, else that of the nearest above that
 * has one and is seen. Null: the usual one.
 */
export function viewOf(
  { viewId, domainId }: Shown,
  views: readonly View[],
  organisations: readonly Seen[],
): View | null {
  const byId = byIdOf(organisations);
  const own = domainId === null ? undefined : byId.get(domainId);
  const above = (own?.ancestorIds ?? []).toReversed().map((id) => byId.get(id)?.defaultViewId);
  // A view that is gone says nothing.
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
 * What a view leaves of what there is, in the order of what there is; a view that names nothing of
 * it leaves all. `always` is never left out.
 */
export function shownOf<Item extends string>(
  all: readonly Item[],
  named: readonly string[] | undefined,
  always?: Item,
): readonly Item[] {
  if (!all.some((item) => named?.includes(item))) return all;
  return all.filter((item) => item === always || named?.includes(item));
}
