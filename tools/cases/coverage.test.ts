import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ACCESS_LEVELS, COLLECTIONS, ROUTES } from '@yamori/domain';
import { describe, expect, it } from 'vitest';
import { readCaseTable } from './case-table.ts';

const rows = readCaseTable(
  readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'specification-coverage.md'), 'utf8'),
);
const named = (text: string): ReadonlySet<string> =>
  new Set([...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name));
const says = named(rows.map(({ what }) => what).join(' '));

describe('the table of what the specification asks for', () => {
  it('names every route; the twins of a screen stand with it', () => {
    expect(
      ROUTES.filter(({ sameAs }) => sameAs === undefined)
        .map(({ id }) => id)
        .filter((id) => !says.has(id)),
    ).toEqual([]);
  });

  it('names every collection of the specification, and those that came to it', () => {
    expect(Object.keys(COLLECTIONS).filter((name) => !says.has(name))).toEqual([]);
  });

  it('names every level of access with its number', () => {
    const levels = rows.find(({ id }) => id === 'L01')?.what ?? '';
    expect(
      Object.entries(ACCESS_LEVELS).filter(
        ([name, number]) => !levels.includes(`${name} ${number}`),
      ),
    ).toEqual([]);
  });

  it('has a line for each part of the specification', () => {
    expect(new Set(rows.map(({ id }) => id[0]))).toEqual(
      new Set(['P', 'R', 'N', 'S', 'V', 'L', 'C', 'E', 'K']),
    );
  });
});
