import { ProblemError, VIEW_ITEMS, type ViewField } from '@yamori/domain';
import { isWhole } from '../../../live/documents/document-reader.ts';
import {
  useDocuments,
  useLiveQuery,
  type ProductDocuments,
} from '../../../live/documents/documents-context.tsx';
import { mergeValues } from '../../../kit/form/three-way.ts';
import type { MergedSave } from '../../../kit/form/use-conflict-save.ts';
import {
  compareNames,
  matchesSearch,
  type ListConfig,
  type ListState,
} from '../../../kit/list/list-url-state.ts';
import type { ListStatus } from '../../../live/documents/live-result.ts';
import type { View } from '../../../shared/views/use-views.ts';

export type ViewValues = { readonly name: string } & {
  readonly [Field in ViewField]: readonly string[];
};

const MAX_VIEWS = 200;

export const toViewValues = ({
  name,
  listColumns,
  cardItems,
  viewerTracks,
  thresholdsShown,
}: ViewValues): ViewValues => ({ name, listColumns, cardItems, viewerTracks, thresholdsShown });
export const NEW_VIEW: ViewValues = {
  name: '',
  listColumns: [],
  cardItems: [],
  viewerTracks: [],
  thresholdsShown: [],
};

/** Items of a view that this version does not know; they can only be removed. */
export const unknownItems = (field: ViewField, named: readonly string[]): readonly string[] =>
  named.filter((name) => !(VIEW_ITEMS[field] as readonly string[]).includes(name));

/** Identifies a row: every view shows it. */
const ALWAYS: Partial<Record<ViewField, string>> = { listColumns: 'room' };
export const isAlwaysShown = (field: ViewField, name: string): boolean => ALWAYS[field] === name;

/** The known items of a view in its order; an empty list means all. */
export const shownItems = (field: ViewField, named: readonly string[]): readonly string[] =>
  named.length === 0
    ? []
    : inOrder(field, [...named, ...(ALWAYS[field] === undefined ? [] : [ALWAYS[field]])]);

/** The items to store for a choice: only the fixed item means an empty choice. */
export const namedItems = (field: ViewField, chosen: readonly string[]): readonly string[] =>
  shownItems(field, chosen.every((name) => isAlwaysShown(field, name)) ? [] : chosen);

/** Items in the order of the screen, unknown ones last. */
const inOrder = (field: ViewField, named: readonly string[]): readonly string[] => [
  ...VIEW_ITEMS[field].filter((name) => named.includes(name)),
  ...unknownItems(field, named),
];

export function useAllViews(): { readonly views: readonly View[]; readonly status: ListStatus } {
  const found = useLiveQuery(useDocuments().collection('view').orderBy('name').limit(MAX_VIEWS));
  if (found.kind === 'failed' || found.kind === 'refused')
    return { views: [], status: { kind: 'failed', problem: found.problem } };
  if (!('value' in found)) return { views: [], status: { kind: 'loading' } };
  return {
    views: found.value.filter((view): view is View => isWhole(view)),
    status: { kind: 'shown', complete: true },
  };
}

const VIEW_SORTS = ['name'] as const;
type ViewSort = (typeof VIEW_SORTS)[number];
const VIEW_COLUMNS = [
  'name',
  'listColumns',
  'cardItems',
  'viewerTracks',
  'thresholdsShown',
] as const;
export type ViewColumn = (typeof VIEW_COLUMNS)[number];
type ViewListState = ListState<ViewSort, ViewColumn>;
export const VIEW_LIST: ListConfig<ViewSort, ViewColumn> = {
  facets: [],
  sorts: VIEW_SORTS,
  columns: VIEW_COLUMNS,
  defaultColumns: VIEW_COLUMNS,
};

export const shownViews = (
  views: readonly View[],
  { text, descending }: ViewListState,
): readonly View[] =>
  views
    .filter(({ name }) => matchesSearch([name], text))
    .toSorted((a, b) => compareNames(a.name, b.name) * (descending ? -1 : 1));

/** Organisations and rooms that use a view. */
export async function countUsers(
  documents: ProductDocuments,
  viewId: string,
): Promise<{ readonly domains: number; readonly rooms: number }> {
  const [domains, rooms] = await Promise.all([
    documents.collection('domain').where('defaultViewId', '==', viewId).count(),
    documents.collection('room').where('viewId', '==', viewId).count(),
  ]);
  return { domains, rooms };
}

const lists = (values: Partial<ViewValues>) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.trim() : [...(value ?? [])],
    ]),
  );

export const makeView = (
  documents: ProductDocuments,
  id: string,
  values: ViewValues,
): Promise<unknown> =>
  documents.doc(`view/${id}`).create({
    scope: 'domain',
    name: values.name.trim(),
    listColumns: [...values.listColumns],
    cardItems: [...values.cardItems],
    viewerTracks: [...values.viewerTracks],
    thresholdsShown: [...values.thresholdsShown],
  });

/**
 * Writes the changes since the form was opened; with conflicts, returns them and writes nothing.
 */
export const saveView = (
  documents: ProductDocuments,
  id: string,
  base: ViewValues,
  mine: ViewValues,
): Promise<MergedSave<ViewValues>> =>
  documents.transaction<MergedSave<ViewValues>>(async (transaction) => {
    const place = documents.doc(`view/${id}`);
    const found = await transaction.get(place);
    if (found === null || !isWhole(found)) throw new ProblemError('document-not-found');
    const theirs = toViewValues(found);
    const { changes, conflicts } = mergeValues(base, mine, theirs);
    if (conflicts.length > 0) return { kind: 'conflict', theirs, conflicts };
    if (Object.keys(changes).length > 0) transaction.update(place, lists(changes));
    return { kind: 'saved', values: { ...theirs, ...changes } };
  });
