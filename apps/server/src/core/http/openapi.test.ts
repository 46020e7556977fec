import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as domain from '@yamori/domain';
import { describe, expect, it } from 'vitest';
import { NEVER_ANSWERED, PROBLEM_STATUS } from './testing/problem-table.ts';
import { apisOf, describeApis } from './openapi.ts';

const root = join(import.meta.dirname, '..', '..', '..', '..', '..');
const apis = apisOf(domain);
const endpoints = Object.entries(apis).flatMap(([noun, api]) =>
  Object.entries(api).map(([name, endpoint]) => ({ id: `${noun}.${name}`, ...endpoint })),
);

const isNeverAnswered = (code: string): boolean => NEVER_ANSWERED.some((one) => one === code);

describe('the description of the API', () => {
  it('is as the endpoints declare: `npm run openapi` writes docs/openapi.json again', () => {
    const written: unknown = JSON.parse(readFileSync(join(root, 'docs', 'openapi.json'), 'utf8'));
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      readonly version: string;
    };
    expect(written).toEqual(JSON.parse(JSON.stringify(describeApis(apis, version))));
  });

  it('has one operation for each endpoint', () => {
    const { paths } = describeApis(apis, '1') as { readonly paths: Record<string, object> };
    const operations = Object.values(paths).flatMap((of) => Object.values(of) as unknown[]);
    expect(operations).toHaveLength(endpoints.length);
  });

  it.each(endpoints)('says what $id does in one line', ({ summary }) => {
    expect(summary).toMatch(/^[A-Z][^\n]{5,90}[^.\s]$/);
  });

  it.each(endpoints)(
    'names each problem of $id once, and only such that there are',
    ({ problems }) => {
      expect(
        problems.filter((code) => PROBLEM_STATUS[code] === undefined || isNeverAnswered(code)),
      ).toEqual([]);
      expect(new Set(problems).size).toBe(problems.length);
    },
  );

  it.each(endpoints)('declares each parameter in the path of $id', ({ path, params }) => {
    const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name);
    expect(new Set(Object.keys(params?.shape ?? {}))).toEqual(new Set(inPath));
  });
});
