import { isDeepStrictEqual } from 'node:util';
import { ProblemError, withoutServerFields } from '@yamori/domain';
import { expect } from 'vitest';
import { callFields, callText } from './case-data.ts';
import type { CaseClient } from './case-client.ts';
import { localPath, type ConformanceCase, type WriteCall } from './case-file.ts';
import { expectedDocument, type Outcome } from './expected-document.ts';
import { isFields, SERVER_TIME, type PlainFields } from './expected-value.ts';

/**
 * Initial documents of a write: none, an empty one, and one with a value in every field that the
 * cases use.
 */
export const STARTS: readonly (PlainFields | null)[] = [
  null,
  {},
  {
    a: { b: { c: 1, x: 2 }, y: 3 },
    b: { c: 5, d: 6 },
    c: [2, 9],
    d: [4, 7, 5],
    e: 8,
    h: { g: 1, x: 2 },
    z: 'kept',
    foo: { bar: 0, delete: 1, keep: 2 },
    '*': { '~': 0, '`': 0, kept: 1 },
    '~': 1,
    _0: { 1: { '+2': 0, kept: 1 } },
  },
  { a: [1, 4], b: 'text', c: { d: [4, 9], kept: true }, d: 7, h: 3, foo: 1, '*': [1], _0: null },
];

type Verb = 'create' | 'set' | 'update' | 'updatePaths' | 'delete';
const VERBS: readonly Verb[] = ['create', 'set', 'update', 'updatePaths', 'delete'];

/**
 * Runs the call through the client for every initial document, with its own version and with
 * another one.
 */
export async function runWriteCase(
  client: CaseClient,
  { ...test }: ConformanceCase,
): Promise<void> {
  const verb = VERBS.find((name) => test[name] !== undefined);
  const call = verb && test[verb];
  if (!verb || !call) throw new Error('the case makes no call');
  for (const start of STARTS) {
    for (const sameVersion of call.precondition?.updateTime === undefined ? [true] : [true, false])
      await runFrom(client, verb, call, start, sameVersion);
  }
}

async function runFrom(
  client: CaseClient,
  verb: Verb,
  call: WriteCall,
  start: PlainFields | null,
  sameVersion: boolean,
): Promise<void> {
  const path = localPath(call.docRefPath);
  // The cases use one collection.
  const reference = client.documents.doc(path as 'C/d');
  await reference.delete();
  if (start !== null) await reference.set(start);
  const before = await client.wireAt(path);
  const writes = call.request?.writes ?? [];
  const names = writes.map((write) => localPath(write.update?.name ?? write.delete ?? path));
  expect(names, 'the documents of the request').toEqual(writes.map(() => path));
  const expected: Outcome =
    call.isError === true || writes.length === 0
      ? { kind: 'refused' }
      : expectedDocument(writes, start, sameVersion);
  const sentAt = Date.now();
  const refused = await findProblemCode(() =>
    send(client, path, verb, call, sameVersion ? (before?.version ?? '1') : '0'),
  );
  const after = await client.wireAt(path);
  const label = `from ${JSON.stringify(start)}`;
  expect(refused !== null, `${label}: ${refused ?? 'was not refused'}`).toBe(
    expected.kind === 'refused',
  );
  if (expected.kind === 'refused') {
    expect(after, label).toEqual(before);
    return;
  }
  const document = await reference.get();
  const fields =
    document === null ? null : withoutServerTimes(withoutServerFields({ ...document }), sentAt);
  expect(
    isDeepStrictEqual(fields, expected.fields),
    `${label}: ${JSON.stringify(fields)} is not ${JSON.stringify(expected.fields)}`,
  ).toBe(true);
}

async function send(
  { documents }: CaseClient,
  path: string,
  verb: Verb,
  call: WriteCall,
  version: string,
): Promise<unknown> {
  const reference = documents.doc(path as 'C/d');
  const { exists, updateTime } = call.precondition ?? {};
  const precondition = call.precondition && {
    ...(exists === undefined ? {} : { exists }),
    ...(updateTime === undefined ? {} : { version }),
  };
  switch (verb) {
    case 'create':
      return reference.create(callFields(call.jsonData));
    case 'set': {
      const { all, fields } = call.option ?? {};
      return reference.set(callFields(call.jsonData), {
        ...(all === undefined ? {} : { merge: all }),
        ...(fields ? { mergeFields: fields.map(({ field }) => field) } : {}),
      });
    }
    case 'update':
      return reference.update(callFields(call.jsonData), precondition);
    case 'updatePaths': {
      const values = (call.jsonValues ?? []).map(callText);
      return reference.updatePaths(
        (call.fieldPaths ?? []).map(({ field }, index) => [field, values[index]] as const),
        precondition,
      );
    }
    case 'delete':
      return reference.delete(precondition);
  }
}

/** The code of a rejection. Any other error is a bug and is rethrown. */
async function findProblemCode(run: () => Promise<unknown>): Promise<string | null> {
  try {
    await run();
    return null;
  } catch (error) {
    if (error instanceof ProblemError) return error.problem.code;
    throw error;
  }
}

/**
 * Treats dates around the time of the call as the server time, because both clocks are the same
 * machine's.
 */
function withoutServerTimes(value: unknown, sentAt: number): unknown {
  if (value instanceof Date)
    return value.getTime() >= sentAt && value.getTime() <= Date.now() ? SERVER_TIME : value;
  if (Array.isArray(value))
    return value.map((element: unknown) => withoutServerTimes(element, sentAt));
  return isFields(value)
    ? Object.fromEntries(
        Object.entries(value).map(([name, member]) => [name, withoutServerTimes(member, sentAt)]),
      )
    : value;
}
