import {
  ACCIDENT_KINDS,
  ACCIDENT_PARAMETERS,
  ACCIDENT_PREFIX,
  TAKEN_FIELD,
  type ParameterValue,
  COMPUTED_FIELDS,
} from '@yamori/domain';
import { useTranslation } from 'react-i18next';
import type { HistoryEntry } from './api.ts';
import { createDateTimeFormatter, fullDateTime } from '../../locales/date-time-formatter.ts';
import { useThresholdLabels } from '../../shared/thresholds/use-threshold-labels.ts';
import { ACTIONS } from './history-names.ts';
import { lastName, parameterReference, toReference } from './history-references.ts';
import { splitChange, type FieldChange } from './split-change.ts';
import { useChoiceFormatter } from './use-choice-formatter.ts';
import { useExportFormatter } from './use-export-formatter.ts';

/** A value as text, or several values that can be shown raw. */
export type DescribedValue = { readonly words: string; readonly raw: string | null };
/**
 * One line of an entry. `set`: created or deleted, so there is a single value; `said`: a full
 * sentence; `notStored`: changed, but the values are not stored.
 */
export type DescribedChange = { readonly code: string; readonly label: string } & (
  | { readonly kind: 'changed'; readonly before: DescribedValue; readonly after: DescribedValue }
  | { readonly kind: 'set'; readonly value: DescribedValue }
  | { readonly kind: 'said'; readonly value: DescribedValue }
  | { readonly kind: 'notStored' }
);
/** A changed part with its raw values, for the file. */
export type EntryChange = {
  readonly described: DescribedChange;
  readonly before: unknown;
  readonly after: unknown;
};

const NOTHING = '—';

/**
 * All texts of entries, for the screen and the file, once document names are loaded
 * (api.ts).
 */
export function useHistoryFormatter(): (names: Names) => HistoryFormatter {
  const { t } = useTranslation('history');
  const getLabels = useLabels();
  const toValues = useValues();
  const taken = useExportFormatter();
  const collections: Readonly<Record<string, string>> = t('collections', { returnObjects: true });
  return (names) => {
    const [getLabel, getValue] = [getLabels(names), toValues(names)];
    const describeSet = (
      collection: string,
      { steps, ...sides }: FieldChange,
      side: 'before' | 'after',
      timeZone?: string,
    ): DescribedChange => ({
      ...toHead(steps, getLabel),
      kind: 'set',
      value: getValue(collection, steps, sides[side], timeZone),
    });
    const describeChanged = (
      collection: string,
      { steps, before, after }: FieldChange,
      timeZone?: string,
    ): DescribedChange => ({
      ...toHead(steps, getLabel),
      kind: 'changed',
      before: getValue(collection, steps, before, timeZone),
      after: getValue(collection, steps, after, timeZone),
    });
    const describeChange = (
      entry: HistoryEntry,
      { field, before = null, after = null }: HistoryEntry['changes'][number],
      timeZone?: string,
    ): readonly EntryChange[] => {
      const collection = getCollection(entry);
      const sentence = field === TAKEN_FIELD ? taken(after, timeZone) : null;
      if (sentence !== null)
        return [
          {
            described: { code: field, label: '', kind: 'said', value: plain(sentence) },
            before,
            after,
          },
        ];
      if (before === null && after === null)
        return [{ described: { ...toHead([field], getLabel), kind: 'notStored' }, before, after }];
      const side = SIDES[entry.action];
      const lines = splitChange(field, before, after).map((part) => ({
        described:
          side === undefined
            ? describeChanged(collection, part, timeZone)
            : describeSet(collection, part, side, timeZone),
        before: part.before,
        after: part.after,
      }));
      // A created or deleted document has every field: omit empty ones.
      return lines.filter(
        ({ described: one }) => one.kind !== 'set' || one.value.words !== NOTHING,
      );
    };
    return {
      who: ({ actorId }) =>
        actorId === '' ? t('server') : (names.get(`staff/${actorId}`) ?? null),
      action: ({ action }) => {
        const known = ACTIONS.find((candidate) => candidate === action);
        return known === undefined ? action : t(`actions.${known}`);
      },
      what: (entry) => ({
        kind: collections[getCollection(entry)] ?? null,
        name: names.get(entry.path.split('/').slice(0, 2).join('/')) ?? null,
      }),
      changes: (entry, timeZone) => {
        const kept = entry.changes.filter(
          ({ field }) => COMPUTED_FIELDS[getCollection(entry)]?.has(field) !== true,
        );
        if (entry.action === 'historyRedacted')
          return [
            {
              described: {
                code: '',
                label: '',
                kind: 'said',
                value: plain(t('redactedEntries', { count: kept.length })),
              },
              before: null,
              after: null,
            },
          ];
        return kept.toSorted(byName).flatMap((change) => describeChange(entry, change, timeZone));
      },
    };
  };
}

type Names = ReadonlyMap<string, string>;
export type HistoryFormatter = {
  /** Null: the account is gone. */
  readonly who: (entry: HistoryEntry) => string | null;
  readonly action: (entry: HistoryEntry) => string;
  /** The target document: its kind and its name. */
  readonly what: (entry: HistoryEntry) => {
    readonly kind: string | null;
    readonly name: string | null;
  };
  /** @param timeZone of the times; defaults to the user's own */
  readonly changes: (entry: HistoryEntry, timeZone?: string) => readonly EntryChange[];
};
type Steps = FieldChange['steps'];

/** Fields that identify the document come first; the others keep their order. */
const NAMING = ['name', 'number', 'serial', 'code', 'key'];
const byName = (a: { readonly field: string }, b: { readonly field: string }): number =>
  getSortIndex(a.field) - getSortIndex(b.field);
const getSortIndex = (field: string): number =>
  NAMING.includes(field) ? NAMING.indexOf(field) : NAMING.length;

/** The side of a created or deleted document. */
const SIDES: Readonly<Record<string, 'before' | 'after' | undefined>> = {
  create: 'after',
  delete: 'before',
};
const getCollection = ({ path }: HistoryEntry): string => path.split('/').at(-2) ?? '';
const toHead = (
  steps: Steps,
  getLabel: (steps: Steps) => string,
): { readonly code: string; readonly label: string } => ({
  code: steps.join('.'),
  label: getLabel(steps),
});

/** Maps whose keys are user-defined names, which are shown unchanged. */
const USER_DEFINED_MAPS: ReadonlySet<string | number> = new Set(['calibration', 'values']);

/** The label of a part of a field: the field and the path within it. */
function useLabels(): (names: Names) => (steps: Steps) => string {
  const { t } = useTranslation('history');
  const { t: accidents } = useTranslation('accidents');
  const { t: thresholdNames } = useTranslation('thresholds');
  const thresholds = useThresholdLabels();
  const fields: Readonly<Record<string, string>> = t('fields', { returnObjects: true });
  const parameterName = (key: string, names: Names): string => {
    const kind = ACCIDENT_KINDS.find((candidate) =>
      key.startsWith(`${ACCIDENT_PREFIX}${candidate}.`),
    );
    return kind === undefined
      ? (names.get(parameterReference(key)) ?? key)
      : thresholdNames('labelled', {
          kind: accidents(`kind.${kind}`),
          name: thresholds.getLabel(key),
        });
  };
  return (names) => (steps) => {
    const [field, key] = steps;
    if (field === 'parameterOverrides' && typeof key === 'string') return parameterName(key, names);
    if (field !== undefined && USER_DEFINED_MAPS.has(field) && key !== undefined)
      return [fields[field] ?? field, key].join(t('step'));
    // An array index belongs to the name before it: "group 2".
    const texts = steps.reduce<readonly string[]>(
      (parts, step) =>
        typeof step === 'string'
          ? [...parts, fields[step] ?? step]
          : [...parts.slice(0, -1), t('numbered', { label: parts.at(-1) ?? '', number: step })],
      [],
    );
    return texts.join(t('step'));
  };
}

/** Formats a value. */
function useValues(): (
  names: Names,
) => (collection: string, steps: Steps, value: unknown, timeZone?: string) => DescribedValue {
  const { t, i18n } = useTranslation('history');
  const getChoice = useChoiceFormatter();
  const { t: thresholdWords } = useTranslation('thresholds');
  const thresholds = useThresholdLabels();
  const figure = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 6 });
  const getName = (names: Names, field: string, value: string): string | null => {
    const path = toReference(field, value);
    return path === null
      ? null
      : (names.get(path) ?? (path.startsWith('staff/') ? t('gone') : value));
  };
  return (names) => {
    const getWords = (
      collection: string,
      field: string,
      value: unknown,
      timeZone?: string,
    ): string | null => {
      if (value === null || value === undefined || value === '' || isEmptyGroup(value))
        return NOTHING;
      if (value instanceof Date)
        return createDateTimeFormatter(i18n.language, {
          ...fullDateTime(i18n.language),
          ...(timeZone === undefined ? {} : { timeZone }),
        })(value);
      if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
      if (typeof value === 'number')
        return (
          getChoice(collection, field, value) ??
          (field === 'birthYear' ? String(value) : figure.format(value))
        );
      if (typeof value !== 'string') return null;
      return value.startsWith('data:image/')
        ? t('picture')
        : (getName(names, field, value) ?? getChoice(collection, field, value) ?? value);
    };
    return (collection, steps, value, timeZone) => {
      const parameter = ACCIDENT_PARAMETERS.find(({ key }) => key === steps[1]);
      // Without an override, the inherited value applies.
      if (steps[0] === 'parameterOverrides' && value === null)
        return plain(thresholdWords('follow'));
      if (parameter !== undefined && isParameterValue(value))
        return plain(thresholds.formatValue(parameter, value));
      const words = (Array.isArray(value) ? value : [value]).map((element: unknown) =>
        getWords(collection, lastName(steps), element, timeZone),
      );
      if (words.includes(null))
        return { words: t('severalValues'), raw: JSON.stringify(value, null, 2) };
      return plain(words.length === 0 ? NOTHING : words.join(t('between')));
    };
  };
}

const isParameterValue = (value: unknown): value is ParameterValue =>
  typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean';
const isEmptyGroup = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  !(value instanceof Date) &&
  Object.keys(value).length === 0;
const plain = (words: string): DescribedValue => ({ words, raw: null });
