import { CSV_FIELDS, CSV_KINDS } from '@yamori/domain';
import { describe, expect, it } from 'vitest';
import { csvImport as english } from '../../../locales/en/csv-import.ts';
import { csvImport as japanese } from '../../../locales/ja/csv-import.ts';
import { guessColumns } from './column-guess.ts';

describe('a column', () => {
  it.each(
    CSV_KINDS.flatMap(
      (kind) =>
        [
          [kind, 'ja', japanese],
          [kind, 'en', english],
        ] as const,
    ),
  )(
    "a column with the screens' name of a field is assigned to that field: %s, %s",
    (kind, _language, words) => {
      const names = CSV_FIELDS[kind].map(({ name }) => name);
      expect(
        guessColumns(
          kind,
          names.map((name) => words.fields[name]),
        ),
      ).toEqual(Object.fromEntries(names.map((name, index) => [name, index])));
    },
  );
});
