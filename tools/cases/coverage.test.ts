import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ACCESS_LEVELS, COLLECTIONS, ROUTES } from '@yamori/domain';
import { describe, expect, it } from 'vitest';
import { readCaseTable } from './case-table.ts';

const rows = readCaseTable(
  readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'specification-coverage.md'), 'utf8'),
);
const descriptions = rows.map(({ description }) => description).join(' ');
const named = new Set([...descriptions.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name));

describe('docs/specification-coverage.md', () => {
  it('names every route except those that show the screen of another one', () => {
    expect(
      ROUTES.filter(({ sameAs }) => sameAs === undefined)
        .map(({ id }) => id)
        .filter((id) => !named.has(id)),
    ).toEqual([]);
  });

  it('names every collection', () => {
    expect(Object.keys(COLLECTIONS).filter((name) => !named.has(name))).toEqual([]);
  });

  it('names every level of access with its number', () => {
    const levels = rows.find(({ id }) => id === 'L01')?.description ?? '';
    expect(
      Object.entries(ACCESS_LEVELS).filter(
        ([name, number]) => !levels.includes(`${name} ${number}`),
      ),
    ).toEqual([]);
  });

  it('contains a row for each part of the specification', () => {
    expect(new Set(rows.map(({ id }) => id[0]))).toEqual(
      new Set(['P', 'R', 'N', 'S', 'V', 'L', 'C', 'E', 'K']),
    );
  });
});
