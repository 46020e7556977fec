import type { AddressChange, AddressValues } from '../url-state/use-url-params.ts';

/** Configuration of a list: its filters, sort orders and columns, in order. */
export type ListConfig<Sort extends string, Column extends string> = {
  /** Names of the filters, also used as URL parameters. */
  readonly facets: readonly string[];
  /** All values of filters with fixed choices; other values in the URL are ignored. */
  readonly known?: Readonly<Record<string, readonly string[]>>;
  readonly sorts: readonly Sort[];
  readonly columns: readonly Column[];
  /** Columns shown by default; the first of all columns is always shown. */
  readonly defaultColumns: readonly Column[];
};

export type ListState<Sort extends string = string, Column extends string = string> = {
  readonly text: string;
  readonly facets: Readonly<Record<string, string | null>>;
  readonly sort: Sort;
  readonly descending: boolean;
  readonly columns: readonly Column[];
};

const KEYS = { text: 'q', sort: 'sort', columns: 'columns' } as const;
/** Separates the names of columns, which do not contain it. */
const SEPARATOR = '.';
const DESCENDING = '-';

/**
 * Parses the state of a list from its URL parameters. Ignores unknown values, because the URL is
 * untrusted.
 */
export function parseListState<Sort extends string, Column extends string>(
  values: AddressValues,
  config: ListConfig<Sort, Column>,
): ListState<Sort, Column> {
  const asked = values[KEYS.sort] ?? '';
  const descending = asked.startsWith(DESCENDING);
  const sort = config.sorts.find((one) => one === (descending ? asked.slice(1) : asked));
  const named = new Set((values[KEYS.columns] ?? '').split(SEPARATOR));
  const chosen = config.columns.filter((column) => named.has(column));
  const shown = chosen.length === 0 ? config.defaultColumns : chosen;
  const [first] = config.columns;
  return {
    text: values[KEYS.text] ?? '',
    facets: Object.fromEntries(
      config.facets.map((facet) => [facet, known(config, facet, values[facet])]),
    ),
    // Every list has at least one order; the first is the default.
    sort: sort ?? (config.sorts[0] as Sort),
    descending: sort !== undefined && descending,
    columns: first === undefined || shown.includes(first) ? shown : [first, ...shown],
  };
}

function known(
  { known: fixed = {} }: Pick<ListConfig<string, string>, 'known'>,
  facet: string,
  value: string | undefined,
): string | null {
  return value === undefined || fixed[facet]?.includes(value) === false ? null : value;
}

/**
 * Selecting the current sort column reverses the order; the default order is omitted from the URL.
 * Ignores columns that cannot be sorted.
 */
export function sortChange<Sort extends string>(
  state: Pick<ListState<Sort>, 'sort' | 'descending'>,
  column: string,
  config: Pick<ListConfig<Sort, string>, 'sorts'>,
): AddressChange {
  const sort = config.sorts.find((one) => one === column);
  if (sort === undefined) return {};
  const descending = state.sort === sort && !state.descending;
  return {
    [KEYS.sort]:
      !descending && sort === config.sorts[0]
        ? undefined
        : `${descending ? DESCENDING : ''}${sort}`,
  };
}

export function columnChange<Column extends string>(
  shown: readonly Column[],
  column: Column,
  config: Pick<ListConfig<string, Column>, 'columns' | 'defaultColumns'>,
): AddressChange {
  const next = config.columns.filter((one) =>
    one === column ? !shown.includes(one) : shown.includes(one),
  );
  const isUsual =
    next.length === config.defaultColumns.length &&
    next.every((one) => config.defaultColumns.includes(one));
  return { [KEYS.columns]: isUsual ? undefined : next.join(SEPARATOR) };
}

/** Removes every filter from the URL; order and columns stay. */
export const clearedFilters = (config: Pick<ListConfig<string, string>, 'facets'>): AddressChange =>
  Object.fromEntries([KEYS.text, ...config.facets].map((key) => [key, undefined]));

export const isUnfiltered = ({ text, facets }: Pick<ListState, 'text' | 'facets'>): boolean =>
  text.trim() === '' && Object.values(facets).every((value) => value === null);

/** Full-width letters and digits match half-width ones and vice versa. */
const folded = (text: string): string => text.normalize('NFKC').toLowerCase();

/** Whether every typed term occurs somewhere in these texts. */
export function matchesSearch(texts: readonly string[], typed: string): boolean {
  const words = folded(typed)
    .split(/\s+/)
    .filter((word) => word !== '');
  const hay = folded(texts.join(' '));
  return words.every((word) => hay.includes(word));
}

const collator = new Intl.Collator('ja', { numeric: true });
/** Natural order: 9 before 10. */
export const compareNames = (a: string, b: string): number => collator.compare(a, b);

/** The options of a filter, in natural order. */
export const distinctNames = (values: readonly string[]): string[] =>
  [...new Set(values)].filter((value) => value !== '').toSorted(compareNames);
