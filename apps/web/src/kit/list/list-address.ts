import type { AddressChange, AddressValues } from '../url-state/use-address.ts';

/** What a list offers: its filters, its orders, and its columns in their order. */
export type ListOffer<Sort extends string, Column extends string> = {
  /** Names of the filters, which are also their names in the address. */
  readonly facets: readonly string[];
  /** All values of a filter with fixed choices: other values in an address are ignored. */
  readonly known?: Readonly<Record<string, readonly string[]>>;
  readonly sorts: readonly Sort[];
  readonly columns: readonly Column[];
  /** Columns shown by default; the first of all columns is always shown. */
  readonly usual: readonly Column[];
};

export type ListState<Sort extends string = string, Column extends string = string> = {
  readonly text: string;
  readonly facets: Readonly<Record<string, string | null>>;
  readonly sort: Sort;
  readonly descending: boolean;
  readonly columns: readonly Column[];
};

const KEYS = { text: 'q', sort: 'sort', columns: 'columns' } as const;
/** Between the names of columns; no name holds one. */
const SEPARATOR = '.';
const DESCENDING = '-';

/**
 * The state of a list from its address. Ignores everything that the list does not offer, because
 * the address may come from anywhere.
 */
export function listStateOf<Sort extends string, Column extends string>(
  values: AddressValues,
  offer: ListOffer<Sort, Column>,
): ListState<Sort, Column> {
  const asked = values[KEYS.sort] ?? '';
  const descending = asked.startsWith(DESCENDING);
  const sort = offer.sorts.find((one) => one === (descending ? asked.slice(1) : asked));
  const named = new Set((values[KEYS.columns] ?? '').split(SEPARATOR));
  const chosen = offer.columns.filter((column) => named.has(column));
  const shown = chosen.length === 0 ? offer.usual : chosen;
  const [first] = offer.columns;
  return {
    text: values[KEYS.text] ?? '',
    facets: Object.fromEntries(
      offer.facets.map((facet) => [facet, known(offer, facet, values[facet])]),
    ),
    // Every list has at least one order; the first is the default.
    sort: sort ?? (offer.sorts[0] as Sort),
    descending: sort !== undefined && descending,
    columns: first === undefined || shown.includes(first) ? shown : [first, ...shown],
  };
}

function known(
  { known: fixed = {} }: Pick<ListOffer<string, string>, 'known'>,
  facet: string,
  value: string | undefined,
): string | null {
  return value === undefined || fixed[facet]?.includes(value) === false ? null : value;
}

/**
 * Choosing the current order reverses it; the default order is omitted from the address. A column
 * that is no order changes nothing.
 */
export function sortChange<Sort extends string>(
  state: Pick<ListState<Sort>, 'sort' | 'descending'>,
  column: string,
  offer: Pick<ListOffer<Sort, string>, 'sorts'>,
): AddressChange {
  const sort = offer.sorts.find((one) => one === column);
  if (sort === undefined) return {};
  const descending = state.sort === sort && !state.descending;
  return {
    [KEYS.sort]:
      !descending && sort === offer.sorts[0] ? undefined : `${descending ? DESCENDING : ''}${sort}`,
  };
}

export function columnChange<Column extends string>(
  shown: readonly Column[],
  column: Column,
  offer: Pick<ListOffer<string, Column>, 'columns' | 'usual'>,
): AddressChange {
  const next = offer.columns.filter((one) =>
    one === column ? !shown.includes(one) : shown.includes(one),
  );
  const isUsual =
    next.length === offer.usual.length && next.every((one) => offer.usual.includes(one));
  return { [KEYS.columns]: isUsual ? undefined : next.join(SEPARATOR) };
}

/** Takes every filter out of the address; order and columns stay. */
export const clearedFilters = (offer: Pick<ListOffer<string, string>, 'facets'>): AddressChange =>
  Object.fromEntries([KEYS.text, ...offer.facets].map((key) => [key, undefined]));

export const asksNothing = ({ text, facets }: Pick<ListState, 'text' | 'facets'>): boolean =>
  text.trim() === '' && Object.values(facets).every((value) => value === null);

/** Full-width letters and digits match half-width ones and vice versa. */
const folded = (text: string): string => text.normalize('NFKC').toLowerCase();

/** Whether every typed term occurs somewhere in these texts. */
export function containsWords(texts: readonly string[], typed: string): boolean {
  const words = folded(typed)
    .split(/\s+/)
    .filter((word) => word !== '');
  const hay = folded(texts.join(' '));
  return words.every((word) => hay.includes(word));
}

const collator = new Intl.Collator('ja', { numeric: true });
/** In reading order: 9 before 10. */
export const compareNames = (a: string, b: string): number => collator.compare(a, b);

/** What can be chosen of a filter, in reading order. */
export const distinctNames = (values: readonly string[]): string[] =>
  [...new Set(values)].filter((value) => value !== '').toSorted(compareNames);
