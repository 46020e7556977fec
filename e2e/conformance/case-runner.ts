import { withoutServerFields } from '@yamori/domain';
import { expect } from 'vitest';
import type { CaseClient } from './case-client.ts';
import { localPath, type ConformanceCase, type GetCall, type NamedCase } from './case-file.ts';
import { runListenCase } from './listen-case.ts';
import { runQueryCase } from './query-case.ts';
import { runWriteCase, STARTS } from './write-case.ts';

/** Rejects if the product behaves differently than the case expects. */
export async function runCase(client: CaseClient, test: ConformanceCase): Promise<void> {
  if (test.query) await runQueryCase(client, test.query);
  else if (test.listen) await runListenCase(client, test.listen);
  else if (test.get) await runGetCase(client, test.get);
  else await runWriteCase(client, test);
}

async function runGetCase({ documents }: CaseClient, call: GetCall): Promise<void> {
  const reference = documents.doc(localPath(call.docRefPath) as 'C/d');
  for (const start of STARTS) {
    await reference.delete();
    if (start !== null) await reference.set(start);
    const document = await reference.get();
    const expectedPath = localPath(call.request?.name ?? '');
    expect(document?.documentPath ?? reference.path).toBe(expectedPath);
    expect(document && withoutServerFields({ ...document })).toEqual(start);
  }
}

/** Names of the top-level fields that the cases write, in addition to those of the seeds. */
export function listFieldNames(cases: readonly NamedCase[]): string[] {
  const names = new Set<string>();
  for (const { case: test } of cases) {
    const { create, set, update, updatePaths, listen } = test;
    for (const call of [create, set, update, updatePaths])
      for (const { update: document } of call?.request?.writes ?? [])
        Object.keys(document?.fields ?? {}).forEach((name) => names.add(name));
    for (const { documentChange } of listen?.responses ?? [])
      Object.keys(documentChange?.document.fields ?? {}).forEach((name) => names.add(name));
  }
  return [...names];
}

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };
type Alterations = Readonly<Record<string, (value: string) => Json>>;

const OTHER_OPERATOR: Readonly<Record<string, string>> = {
  AND: 'OR',
  IS_NULL: 'IS_NAN',
  IS_NAN: 'IS_NULL',
  LESS_THAN: 'GREATER_THAN',
  LESS_THAN_OR_EQUAL: 'GREATER_THAN_OR_EQUAL',
  GREATER_THAN: 'LESS_THAN',
  GREATER_THAN_OR_EQUAL: 'LESS_THAN_OR_EQUAL',
};
const VALUES: Alterations = {
  integerValue: (value) => String(Number(value) + 1000),
  doubleValue: (value) => Number(value) + 1000,
  booleanValue: (value) => value !== 'true',
  stringValue: (value) => `${value}-altered`,
};
const REQUESTS: Alterations = {
  exists: (value) => value !== 'true',
  direction: (value) => (value === 'DESCENDING' ? 'ASCENDING' : 'DESCENDING'),
  op: (value) => OTHER_OPERATOR[value] ?? 'NOT_EQUAL',
  limit: (value) => Number(value) + 1,
  offset: (value) => Number(value) + 1,
  fieldPath: (value) => (value === 'c' ? 'b' : 'c'),
  name: (value) => `${value}-altered`,
  delete: (value) => `${value}-altered`,
};
const EXPECTED = ['request', 'query', 'snapshots'];

/** The case with one changed expectation, which a correct product must fail. */
export function alterExpectation(test: ConformanceCase): ConformanceCase {
  const [verb = '', call = {}] =
    Object.entries(test).find(([name]) => name !== 'description' && name !== 'comment') ?? [];
  const { isError, ...rest } = call as { readonly [name: string]: Json };
  if (isError === true) return { ...test, [verb]: { ...rest, ...acceptance(verb, rest) } };
  const part = EXPECTED.find((name) => name in rest) ?? '';
  const altered =
    alterFirst(rest[part] ?? null, VALUES) ?? alterFirst(rest[part] ?? null, REQUESTS);
  return altered === null
    ? { ...test, [verb]: { ...rest, isError: true } }
    : { ...test, [verb]: { ...rest, [part]: altered } };
}

/** The result of a call that the case expects to succeed. */
const acceptance = (
  verb: string,
  { docRefPath = null }: { readonly [name: string]: Json },
): object =>
  verb === 'query'
    ? { query: { from: [{ collectionId: 'C' }] } }
    : { request: { writes: [{ update: { name: docRefPath, fields: {} } }] } };

/** Changes the first leaf with one of the names; null if there is none. */
function alterFirst(value: Json, alterations: Alterations): Json {
  if (typeof value !== 'object' || value === null) return null;
  if (isList(value)) {
    for (const [index, element] of value.entries()) {
      const altered = alterFirst(element, alterations);
      if (altered !== null) return value.with(index, altered);
    }
    return null;
  }
  for (const [name, member] of Object.entries(value)) {
    const alter = alterations[name];
    const altered =
      alter !== undefined && typeof member !== 'object'
        ? alter(String(member))
        : alterFirst(member, alterations);
    if (altered !== null) return { ...value, [name]: altered };
  }
  return null;
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);
