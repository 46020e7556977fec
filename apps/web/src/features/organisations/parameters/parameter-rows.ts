import {
  ACCIDENT_PARAMETERS,
  ACCIDENT_PREFIX,
  isGood,
  type OverrideCounts,
  type parameterCollection,
  type ParameterValue,
} from '@yamori/domain';
import type { DocumentOf } from '../../../live/documents/document-reader.ts';
import {
  compareNames,
  matchesSearch,
  type ListConfig,
  type ListState,
} from '../../../kit/list/list-url-state.ts';

export type ParameterDocument = DocumentOf<typeof parameterCollection>;

/** A parameter of the list: an alarm parameter, or one that a document describes. */
export type ParameterRow = {
  readonly key: string;
  readonly kind: ParameterDocument['kind'];
  readonly group: string;
  readonly name: string;
  readonly unit: string;
  readonly min: number | null;
  readonly max: number | null;
  readonly step: number | null;
  readonly choices: readonly string[];
  readonly scope: ParameterDocument['scope'];
  readonly description: string;
  /** The default value. */
  readonly value: ParameterValue;
  /** The catalogue's value; null if only the document has one. */
  readonly original: ParameterValue | null;
  readonly documentId: string | null;
  readonly domains: number;
  readonly rooms: number;
};

export type ParameterLabels = {
  /** The name of a group of alarm parameters, such as `accident.fall`. */
  readonly getGroup: (group: string) => string;
  readonly getName: (key: string) => string;
  readonly getUnit: (row: Pick<ParameterRow, 'key' | 'unit'>) => string;
};

/** All parameters, alarm parameters first and in their own order. */
export function parameterRows(
  documents: readonly ParameterDocument[],
  counts: OverrideCounts,
  words: ParameterLabels,
): readonly ParameterRow[] {
  const byKey = new Map(documents.map((document) => [document.key, document]));
  const getCounts = (key: string) => {
    const found = counts.find((count) => count.key === key);
    return { domains: found?.domains ?? 0, rooms: found?.rooms ?? 0 };
  };
  const accidents = ACCIDENT_PARAMETERS.map((definition): ParameterRow => {
    const document = byKey.get(definition.key);
    const value =
      document !== undefined && isGood(definition, document.default)
        ? document.default
        : definition.default;
    return {
      ...definition,
      choices: [],
      description: '',
      name: words.getName(definition.key),
      group: words.getGroup(definition.group),
      value,
      original: definition.default,
      documentId: document?.documentReferenceId ?? null,
      unit: words.getUnit(definition),
      ...getCounts(definition.key),
    };
  });
  const others = documents
    .filter(({ key }) => !key.startsWith(ACCIDENT_PREFIX))
    .map((document): ParameterRow => ({
      key: document.key,
      kind: document.kind,
      group: document.group,
      name: document.name,
      unit: document.unit,
      min: document.min,
      max: document.max,
      step: document.step,
      choices: document.choices,
      scope: document.scope,
      description: document.description,
      value: document.default,
      original: null,
      documentId: document.documentReferenceId,
      ...getCounts(document.key),
    }));
  return [...accidents, ...others];
}

export const isChanged = ({ value, original }: ParameterRow): boolean =>
  original !== null && value !== original;

const PARAMETER_SORTS = ['group', 'name', 'key', 'overrides'] as const;
type ParameterSort = (typeof PARAMETER_SORTS)[number];
const PARAMETER_COLUMNS = [
  'name',
  'group',
  'value',
  'range',
  'original',
  'overrides',
  'scope',
  'key',
] as const;
export type ParameterColumn = (typeof PARAMETER_COLUMNS)[number];
type ParameterListState = ListState<ParameterSort, ParameterColumn>;
export const PARAMETER_LIST: ListConfig<ParameterSort, ParameterColumn> = {
  facets: ['group', 'standing'],
  sorts: PARAMETER_SORTS,
  columns: PARAMETER_COLUMNS,
  defaultColumns: ['name', 'group', 'value', 'range', 'original', 'overrides'],
};

export function shownParameters(
  rows: readonly ParameterRow[],
  { text, facets, sort, descending }: ParameterListState,
): readonly ParameterRow[] {
  const turn = descending ? -1 : 1;
  const order = new Map(rows.map(({ key }, index) => [key, index]));
  const place = (row: ParameterRow): number => order.get(row.key) ?? 0;
  const compare: Readonly<Record<ParameterSort, (a: ParameterRow, b: ParameterRow) => number>> = {
    group: (a, b) => place(a) - place(b),
    name: (a, b) => compareNames(a.name, b.name),
    key: (a, b) => compareNames(a.key, b.key),
    // The most overridden first.
    overrides: (a, b) => b.domains + b.rooms - a.domains - a.rooms,
  };
  return rows
    .filter((row) => {
      if (facets['group'] !== null && row.group !== facets['group']) return false;
      if (facets['standing'] === 'changed' && !isChanged(row)) return false;
      if (facets['standing'] === 'overridden' && row.domains + row.rooms === 0) return false;
      return matchesSearch([row.name, row.group, row.key, row.description], text);
    })
    .toSorted((a, b) => compare[sort](a, b) * turn || place(a) - place(b));
}
