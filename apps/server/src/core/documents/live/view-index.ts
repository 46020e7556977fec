import type { FeedChange } from '../change-feed.ts';
import type { LiveTarget } from './live-target.ts';
import type { LiveView } from './live-view.ts';

/** Finds the views that a change may affect. */
type ViewIndex = {
  readonly find: (key: string) => LiveView | undefined;
  readonly add: (view: LiveView) => void;
  readonly remove: (view: LiveView) => void;
  readonly touchedBy: (change: FeedChange) => LiveView[];
  readonly all: () => readonly LiveView[];
};

export function createViewIndex(): ViewIndex {
  const byKey = new Map<string, LiveView>();
  const byPlace = new Map<string, Set<LiveView>>();
  return {
    find: (key) => byKey.get(key),
    add: (view) => {
      byKey.set(view.target.key, view);
      const place = placeOfTarget(view.target);
      byPlace.set(place, (byPlace.get(place) ?? new Set()).add(view));
    },
    remove: (view) => {
      byKey.delete(view.target.key);
      const place = placeOfTarget(view.target);
      const views = byPlace.get(place);
      views?.delete(view);
      if (views?.size === 0) byPlace.delete(place);
    },
    touchedBy: (change) =>
      placesOfChange(change).flatMap((place) => [...(byPlace.get(place) ?? [])]),
    all: () => [...byKey.values()],
  };
}

function placeOfTarget({ path, query }: LiveTarget): string {
  if (path !== null) return `document ${path}`;
  return `${query.group ? 'group' : 'collection'} ${query.collection}`;
}

const placesOfChange = ({ path, collection, parentPath }: FeedChange): string[] => [
  `document ${path}`,
  `group ${collection}`,
  `collection ${parentPath === '' ? collection : `${parentPath}/${collection}`}`,
];
