import { createContext, useContext, useMemo, type ReactNode } from 'react';
import { useOrganisations, type Organisation } from '../organisations/use-organisations.ts';
import { useFollowShown } from './follow-shown.ts';
import {
  CARD_ITEMS,
  getShownItems,
  findView,
  type CardItem,
  type ViewTarget,
} from './shown-view.ts';
import { useViews, type View } from './use-views.ts';

type Known = {
  readonly views: readonly View[];
  readonly organisations: readonly Organisation[];
  /** Overrides every setting with this view. */
  readonly tried?: View;
};

const Context = createContext<Known>({ views: [], organisations: [] });

/** Loads views and organisations once and follows them, for a list of many rooms. */
export function ShownViews({ children }: { readonly children: ReactNode }) {
  const [views, organisations] = [useViews(), useOrganisations()];
  useFollowShown();
  const known = useMemo(() => ({ views, organisations }), [views, organisations]);
  return <Context value={known}>{children}</Context>;
}

/** Shows its children with an unsaved view. */
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
 * Inside a list: its columns, by the selected organisation's view. `always`: the column that
 * identifies a row.
 */
export function useListColumns<Column extends string>(
  all: readonly Column[],
  domainId: string | null,
  always: Column,
): readonly Column[] {
  const { views, organisations, tried } = useContext(Context);
  const named = (tried ?? findView({ viewId: null, domainId }, views, organisations))?.listColumns;
  return useMemo(() => getShownItems(all, named, always), [all, named, always]);
}

/** Inside a list: the items of a room's card. */
export function useCardItems({ viewId, domainId }: ViewTarget): ReadonlySet<CardItem> {
  const { views, organisations, tried } = useContext(Context);
  const named = (tried ?? findView({ viewId, domainId }, views, organisations))?.cardItems;
  return useMemo(() => new Set(getShownItems(CARD_ITEMS, named)), [named]);
}

/** Inside a list: the tracks that the room's view names; undefined if it names none. */
export function useRoomTracks({ viewId, domainId }: ViewTarget): readonly string[] | undefined {
  const { views, organisations } = useContext(Context);
  return findView({ viewId, domainId }, views, organisations)?.viewerTracks;
}

/** The view of one room, for the room's own screens. */
export function useRoomView(shown: ViewTarget): View | null {
  return findView(shown, useViews(), useOrganisations());
}
