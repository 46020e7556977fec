import { createContext, useContext, useMemo, type ReactNode } from 'react';
import { useOrganisations, type Organisation } from '../organisations/use-organisations.ts';
import { useFollowShown } from './follow-shown.ts';
import { CARD_ITEMS, shownOf, viewOf, type CardItem, type Shown } from './shown-view.ts';
import { useViews, type View } from './use-views.ts';

type Known = {
  readonly views: readonly View[];
  readonly organisations: readonly Organisation[];
  /** Everything is shown by this one, whatever is set. */
  readonly tried?: View;
};

const Context = createContext<Known>({ views: [], organisations: [] });

/** Views and organisations asked for once and followed, for a list of many rooms. */
export function ShownViews({ children }: { readonly children: ReactNode }) {
  const [views, organisations] = [useViews(), useOrganisations()];
  useFollowShown();
  const known = useMemo(() => ({ views, organisations }), [views, organisations]);
  return <Context value={known}>{children}</Context>;
}

/** Within: everything as it would look by a view that is being made. */
export function TriedView({
  view,
  children,
}: {
  readonly view: View;
  readonly children: ReactNode;
}) {
  const known = useMemo(() => ({ views: [], organisations: [], tried: view }), [view]);
  return <Context value={known}>{children}</Context>;
}

/**
 * Within a list: what its columns show, by the organisation that is looked at. `always`: by which a
 * row is told from others.
 */
export function useListColumns<Column extends string>(
  all: readonly Column[],
  domainId: string | null,
  always: Column,
): readonly Column[] {
  const { views, organisations, tried } = useContext(Context);
  const named = (tried ?? viewOf({ viewId: null, domainId }, views, organisations))?.listColumns;
  return useMemo(() => shownOf(all, named, always), [all, named, always]);
}

/** Within a list: what the card of a room shows. */
export function useCardItems({ viewId, domainId }: Shown): ReadonlySet<CardItem> {
  const { views, organisations, tried } = useContext(Context);
  const named = (tried ?? viewOf({ viewId, domainId }, views, organisations))?.cardItems;
  return useMemo(() => new Set(shownOf(CARD_ITEMS, named)), [named]);
}

/** Within a list: the tracks that the room's view names; undefined where it names none. */
export function useRoomTracks({ viewId, domainId }: Shown): readonly string[] | undefined {
  const { views, organisations } = useContext(Context);
  return viewOf({ viewId, domainId }, views, organisations)?.viewerTracks;
}

/** The view of one room, for a screen of its own. */
export function useRoomView(shown: Shown): View | null {
  return viewOf(shown, useViews(), useOrganisations());
}
