import { isTimeZone, SYSTEM_ROOT, utcOffsetMs } from '@yamori/domain';
import type { CsvCell } from '@yamori/formats';
import { useTranslation } from 'react-i18next';
import type { HistoryEntry, HistoryRow } from '../../api/history-client.ts';
import { readersZone } from './use-history-zone.ts';
import { useHistoryWords, type ToldChange, type ToldEntryChange } from './use-history-words.ts';

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
 * Entries as a table: a row a changed field, so that it can be filtered by it. What people read
 * comes first, in the words of the screen and the organisation's own time; what programs and the
 * check of the chain need stands behind it.
 */
export function useHistoryFile(): (rows: readonly HistoryRow[], known: Known) => CsvCell[][] {
  const { t } = useTranslation('history');
  const wordsFor = useHistoryWords();
  return (rows, { names, zones }) => {
    const words = wordsFor(names);
    const rowsOf = (entry: HistoryEntry): CsvCell[][] => {
      const { domainId = '', at } = entry;
      const known = zones.get(domainId) ?? '';
      // What belongs to the whole system has no place of its own.
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
      const changes: readonly (ToldEntryChange | null)[] = words.changes(entry, zone);
      return (changes.length === 0 ? [null] : changes).map((change) => {
        const cells: Cells = { ...head, ...cellsOf(change, t('notKept')) };
        return COLUMNS.map((column) => cells[column]);
      });
    };
    return [
      COLUMNS.map((column) => t(`csv.${column}`)),
      ...rows.flatMap((row) =>
        row.entry === null ? [unreadRow(row, t('unreadable'))] : rowsOf(row.entry),
      ),
    ];
  };
}

/** A file that is to prove something says of what it could not read that it is there. */
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

function cellsOf(
  change: ToldEntryChange | null,
  notKept: string,
): Pick<Cells, 'field' | 'fieldCode' | 'before' | 'after' | 'beforeCode' | 'afterCode'> {
  if (change === null)
    return { field: '', fieldCode: '', before: '', after: '', beforeCode: '', afterCode: '' };
  const { told, before, after } = change;
  const [was, is] = sidesOf(told, change, notKept);
  return {
    field: told.label,
    fieldCode: told.code,
    before: was,
    after: is,
    beforeCode: codeOf(before),
    afterCode: codeOf(after),
  };
}

/** What was made stands behind, what was deleted before; what a sentence says is what is so now. */
function sidesOf(
  told: ToldChange,
  { before }: ToldEntryChange,
  notKept: string,
): readonly [before: string, after: string] {
  if (told.kind === 'changed') return [told.before.words, told.after.words];
  if (told.kind === 'notKept') return [notKept, notKept];
  const { words } = told.value;
  return told.kind === 'said' || before === null || before === undefined
    ? ['', words]
    : [words, ''];
}

/** `2026-11-22 11:00:05`: sorts as it stands, and a spreadsheet takes it for a time. */
const localMoment = (at: Date, zone: string): string =>
  new Date(at.getTime() + utcOffsetMs(at.getTime(), zone))
    .toISOString()
    .slice(0, 19)
    .replace('T', ' ');

const codeOf = (value: unknown): string =>
  value === null || value === undefined
    ? ''
    : typeof value === 'string'
      ? value
      : value instanceof Date
        ? value.toISOString()
        : JSON.stringify(value);
