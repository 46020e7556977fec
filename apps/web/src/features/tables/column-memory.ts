import { CSV_FIELDS, type CsvKind } from '@yamori/domain';
import type { CsvAccess } from './csv-access.ts';
import { guessColumns } from './engine/column-guess.ts';
import type { ColumnMap } from './engine/csv-message.ts';

type Memory = CsvAccess['memory'];
const toKey = (domainId: string, kind: CsvKind): string => `yamori.csv.${domainId}.${kind}`;

/** The last column assignment for this organisation, by column name, else a guess. */
export function rememberedColumns(
  memory: Memory,
  domainId: string,
  kind: CsvKind,
  header: readonly string[],
): ColumnMap {
  const guessed = guessColumns(kind, header);
  const names = readNames(memory.getItem(toKey(domainId, kind)));
  const known = CSV_FIELDS[kind].flatMap(({ name }) => {
    const at = names[name] === undefined ? -1 : header.indexOf(names[name]);
    return at < 0 ? [] : [[name, at] as const];
  });
  const taken = new Set(known.map(([, at]) => at));
  const rest = Object.entries(guessed).filter(([, at]) => at !== undefined && !taken.has(at));
  return { ...Object.fromEntries(rest), ...Object.fromEntries(known) };
}

/** Stores names of columns only, never their values. */
export function rememberColumns(
  memory: Memory,
  domainId: string,
  kind: CsvKind,
  header: readonly string[],
  columns: ColumnMap,
): void {
  const names = Object.entries(columns).flatMap(([field, at]) =>
    at === undefined || (header[at] ?? '') === '' ? [] : [[field, header[at]]],
  );
  memory.setItem(toKey(domainId, kind), JSON.stringify(Object.fromEntries(names)));
}

function readNames(kept: string | null): Readonly<Record<string, string>> {
  try {
    const value: unknown = JSON.parse(kept ?? '{}');
    return typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value).filter(
            (entry): entry is [string, string] => typeof entry[1] === 'string',
          ),
        )
      : {};
  } catch {
    return {};
  }
}
