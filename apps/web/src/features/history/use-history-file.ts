import { isTimeZone, SYSTEM_ROOT, utcOffsetMs } from '@yamori/domain';
import type { CsvCell } from '@yamori/formats';
import { useTranslation } from 'react-i18next';
import { type HistoryEntry, type HistoryRow, readersZone } from './api.ts';
import {
  useHistoryFormatter,
  type DescribedChange,
  type EntryChange,
} from './use-history-formatter.ts';

const COLUMNS = [
  'localAt',
  'zone',
  'who',
  'action',
  'kind',
  'name',
  'field',
  'before',
  'after',
  'organisation',
  'address',
  'at',
  'actorId',
  'actionCode',
  'path',
  'fieldCode',
  'beforeCode',
  'afterCode',
  'domainId',
  'hash',
] as const;
type Cells = Readonly<Record<(typeof COLUMNS)[number], CsvCell>>;
type Known = {
  readonly names: ReadonlyMap<string, string>;
  /** Of organisations by id. */
  readonly zones: ReadonlyMap<string, string>;
};

/**
 * Entries as a table with one row for each changed field, for filtering. Readable columns come
 * first, with the screen's texts in the organisation's time; raw columns for programs and for
 * verifying the chain follow.
 */
export function useHistoryFile(): (rows: readonly HistoryRow[], known: Known) => CsvCell[][] {
  const { t } = useTranslation('history');
  const getReasonKey = useHistoryFormatter();
  return (rows, { names, zones }) => {
    const words = getReasonKey(names);
    const toRows = (entry: HistoryEntry): CsvCell[][] => {
      const { domainId = '', at } = entry;
      const known = zones.get(domainId) ?? '';
      // Entries of the whole system have no zone of their own.
      const zone = isTimeZone(known) ? known : readersZone();
      const { kind, name } = words.what(entry);
      const head = {
        localAt: localMoment(at, zone),
        zone,
        who: words.who(entry) ?? t('gone'),
        action: words.action(entry),
        kind: kind ?? '',
        name: name ?? '',
        organisation:
          names.get(`domain/${domainId}`) ?? (domainId === SYSTEM_ROOT ? t('wholeSystem') : ''),
        address: entry.address,
        at: at.toISOString(),
        actorId: entry.actorId,
        actionCode: entry.action,
        path: entry.path,
        domainId,
        hash: entry.hash,
      };
      const changes: readonly (EntryChange | null)[] = words.changes(entry, zone);
      return (changes.length === 0 ? [null] : changes).map((change) => {
        const cells: Cells = { ...head, ...toCells(change, t('notStored')) };
        return COLUMNS.map((column) => cells[column]);
      });
    };
    return [
      COLUMNS.map((column) => t(`csv.${column}`)),
      ...rows.flatMap((row) =>
        row.entry === null ? [unreadRow(row, t('unreadable'))] : toRows(row.entry),
      ),
    ];
  };
}

/** The file is evidence: it must mention entries that could not be read. */
function unreadRow({ documentPath, at }: HistoryRow, words: string): CsvCell[] {
  const zone = readersZone();
  const cells: Partial<Cells> = {
    localAt: localMoment(at, zone),
    zone,
    action: words,
    at: at.toISOString(),
    path: documentPath,
  };
  return COLUMNS.map((column) => cells[column] ?? '');
}

function toCells(
  change: EntryChange | null,
  notStored: string,
): Pick<Cells, 'field' | 'fieldCode' | 'before' | 'after' | 'beforeCode' | 'afterCode'> {
  if (change === null)
    return { field: '', fieldCode: '', before: '', after: '', beforeCode: '', afterCode: '' };
  const { described, before, after } = change;
  const [was, is] = toBeforeAndAfter(described, change, notStored);
  return {
    field: described.label,
    fieldCode: described.code,
    before: was,
    after: is,
    beforeCode: toCode(before),
    afterCode: toCode(after),
  };
}

/** Created values are after, deleted ones before; a sentence describes the state after. */
function toBeforeAndAfter(
  described: DescribedChange,
  { before }: EntryChange,
  notStored: string,
): readonly [before: string, after: string] {
  if (described.kind === 'changed') return [described.before.words, described.after.words];
  if (described.kind === 'notStored') return [notStored, notStored];
  const { words } = described.value;
  return described.kind === 'said' || before === null || before === undefined
    ? ['', words]
    : [words, ''];
}

/** `2026-11-22 11:00:05`: sorts as text, and spreadsheets read it as a time. */
const localMoment = (at: Date, zone: string): string =>
  new Date(at.getTime() + utcOffsetMs(at.getTime(), zone))
    .toISOString()
    .slice(0, 19)
    .replace('T', ' ');

const toCode = (value: unknown): string =>
  value === null || value === undefined
    ? ''
    : typeof value === 'string'
      ? value
      : value instanceof Date
        ? value.toISOString()
        : JSON.stringify(value);
