import { CSV_COLUMN_WORDS, CSV_FIELDS, CSV_KINDS, type CsvKind } from '@yamori/domain';
import type { ColumnMap } from './csv-message.ts';

/** Removes units in brackets, spaces and punctuation; normalises width and case. */
const plain = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[([].*?[)\]]/g, '')
    .replaceAll(/[\s_\-:\u30fb]/g, '');

/** Assigns columns whose name is among the names of a field; one column for each field. */
export function guessColumns(kind: CsvKind, header: readonly string[]): ColumnMap {
  const names = header.map(plain);
  const taken = new Set<number>();
  const found: Record<string, number> = {};
  // The first name belongs to one field only; a later one may be the first name of another field.
  const longest = Math.max(...CSV_FIELDS[kind].map(({ name }) => CSV_COLUMN_WORDS[name].length));
  for (let place = -1; place < longest; place++) {
    for (const { name } of CSV_FIELDS[kind]) {
      const word = place < 0 ? name : CSV_COLUMN_WORDS[name][place];
      const at =
        word === undefined || found[name] !== undefined
          ? -1
          : names.findIndex((one, index) => one !== '' && one === plain(word) && !taken.has(index));
      if (at < 0) continue;
      found[name] = at;
      taken.add(at);
    }
  }
  return found;
}

/** The kind with the most required fields matched, then the most fields overall. */
export function guessKind(header: readonly string[], kinds: readonly CsvKind[]): CsvKind {
  const score = (kind: CsvKind): number => {
    const found = guessColumns(kind, header);
    const required = CSV_FIELDS[kind].filter((field) => field.required);
    return (
      (required.filter(({ name }) => found[name] !== undefined).length / required.length) * 100 +
      Object.keys(found).length
    );
  };
  const [best] = kinds
    .map((kind) => ({ kind, score: score(kind) }))
    .toSorted((a, b) => b.score - a.score);
  return best?.kind ?? CSV_KINDS[0];
}
