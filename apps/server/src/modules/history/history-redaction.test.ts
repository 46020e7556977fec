import { decodeFields, encodeFields, type DocumentMap } from '@yamori/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { storeChanges } from '../../core/documents/writing/change-outbox.ts';
import { hashContent } from '../../core/documents/writing/entry-hash.ts';
import type { FieldChange } from '../../core/documents/writing/history-values.ts';
import { chainEntries, REDACTED_ACTION } from '../../core/documents/writing/update-history.ts';
import { openTemporaryDatabase, type TemporaryDatabase } from '../../testing/temporary-database.ts';
import { checkHistory } from './check-history.ts';
import { redactHistory } from './module.ts';

const AT = new Date('2026-11-22T03:00:00.000Z');
const held: { temporary?: TemporaryDatabase } = {};
const database = () => (held.temporary ?? expect.fail('no database')).database;
const run = <Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> =>
  database().query<Row>({ text, values });
beforeAll(async () => {
  held.temporary = await openTemporaryDatabase();
});
beforeEach(async () => {
  await run("delete from documents where collection = 'updateHistory'");
  await run('delete from update_history_head');
});
afterAll(() => held.temporary?.drop());

/** Appends an entry and returns its path. */
const append = (
  changes: readonly FieldChange[],
  { action = 'update', path = 'room/101' } = {},
): Promise<string> =>
  database().transaction(async (queries) => {
    const entries = await chainEntries(
      queries,
      [{ action, path, domainId: 'ward', rootDomainId: 'home', changes }],
      { userId: 'sato', address: '10.0.0.0/24', at: AT },
    );
    await storeChanges(queries, entries, AT, null);
    return entries[0]?.after?.path ?? expect.fail('no entry');
  });
const read = async (path: string): Promise<DocumentMap> => {
  const [row] = await run<{ data: Record<string, unknown> }>(
    'select data from documents where path = $1',
    [path],
  );
  return decodeFields(row?.data ?? {});
};
const put = (path: string, data: DocumentMap) =>
  run('update documents set data = $2 where path = $1', [
    path,
    JSON.stringify(encodeFields(data, false)),
  ]);
const omit = (data: DocumentMap, ...fields: readonly string[]): DocumentMap =>
  Object.fromEntries(Object.entries(data).filter(([field]) => !fields.includes(field)));
/** Writes an entry as an older version did, as the only one of its chain. */
async function putUnsealed(path: string): Promise<void> {
  const content = omit(await read(path), 'commitments', 'hash');
  const hash = hashContent(content, path.slice('updateHistory/'.length));
  await put(path, { ...content, hash });
  await run('update update_history_head set hash = $1', [hash]);
}
/** Changes an entry and records this as a redaction, as the owner of the database can. */
async function forge(path: string, change: (data: DocumentMap) => DocumentMap): Promise<void> {
  const data = await read(path);
  const forged = change(data);
  await put(path, forged);
  await append([{ field: path, before: data['hash'] ?? null, after: hashContent(forged) }], {
    action: REDACTED_ACTION,
    path: 'updateHistory',
  });
}
const redact = async (path: string): Promise<void> => {
  await run("insert into update_history_redaction values ('home', $1)", [path]);
  expect(await redactHistory({ database: database(), now: () => AT })).toBe(1);
};
const check = async () => {
  const { holds, chains } = await checkHistory(database());
  const [chain] = chains;
  return { holds, faults: chain?.faults.map(({ kind, path }) => [kind, path]), chain };
};

const NAMES = [
  { field: 'building', before: 'east', after: 'west' },
  { field: 'occupant', before: null, after: { alias: 'Alias' } },
];
const BUILDING = NAMES.slice(0, 1);
const withActor = (data: DocumentMap): DocumentMap => ({ ...data, actorId: 'another' });

describe('redactions of the update history', () => {
  it('a redaction removes values and the proof that could be guessed, and the chain holds', async () => {
    const path = await append(NAMES);
    const { commitments } = await read(path);
    await redact(path);
    expect(await check()).toMatchObject({
      holds: true,
      chain: { entries: 2, redacted: 1, unprovenRedacted: 0 },
    });
    const redacted = await read(path);
    expect(redacted['changes']).toEqual([
      NAMES[0],
      { field: 'occupant', before: null, after: null },
    ]);
    expect(redacted['commitments']).toEqual([
      [commitments].flat()[0],
      { hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ]);
    expect((await checkHistory(database())).words).toMatch(
      /home: 2 entries, 1 redacted \(0 unproven\).*\n(.*\n)*Redacted entries: 1\. For 0 of them/,
    );
  });

  it.each<[string, (data: DocumentMap) => DocumentMap]>([
    ['the member', withActor],
    ['the time', (data) => ({ ...data, at: new Date('2026-11-01T00:00:00.000Z') })],
    ['the address', (data) => ({ ...data, address: '' })],
    ['the organisation', (data) => ({ ...data, domainId: 'nowhere' })],
    ['the path', (data) => ({ ...data, path: 'room/102' })],
    ['a kept value', (data) => ({ ...data, changes: [{ ...BUILDING[0], after: 'north' }] })],
    [
      'the names of fields',
      (data) => ({
        ...data,
        changes: [BUILDING[0] ?? null, { field: 'tags', before: null, after: null }],
      }),
    ],
    [
      'a redacted value',
      (data) => ({
        ...data,
        changes: [BUILDING[0] ?? null, { field: 'occupant', before: null, after: 'forged' }],
      }),
    ],
    ['the format', (data) => omit(withActor(data), 'commitments')],
    [
      'the prefix of the hash',
      (data) => ({
        ...omit(withActor(data), 'commitments'),
        hash: JSON.stringify(data['hash']).slice('"v2-'.length, -1),
      }),
    ],
  ])('a forged redaction cannot change %s', async (_name, change) => {
    const path = await append(NAMES);
    await redact(path);
    await append(BUILDING);
    await forge(path, change);
    expect(await check()).toMatchObject({ holds: false });
    expect((await check()).faults).toContainEqual(['changed', path]);
  });

  it('a redaction cannot remove the values of other fields', async () => {
    const path = await append(BUILDING);
    await forge(path, (data) => ({
      ...data,
      changes: [{ field: 'building', before: null, after: null }],
      commitments: [{ hash: 'a' }],
    }));
    expect((await check()).faults).toEqual([['changed', path]]);
  });

  it('values that no redaction records are reported as changed', async () => {
    const path = await append(NAMES);
    await redact(path);
    const [{ path: redaction } = { path: '' }] = await run<{ path: string }>(
      "select path from documents where data->>'action' = $1",
      [REDACTED_ACTION],
    );
    await put(redaction, { ...(await read(redaction)), changes: [] });
    expect((await check()).faults).toContainEqual(['changed', path]);
  });

  it.each(["domain_ids = '{nowhere}'", "root_domain_id = 'nowhere'", "shared_with = '{someone}'"])(
    'a redacted entry that changed columns hide is reported: %s',
    async (set) => {
      const path = await append(NAMES);
      await redact(path);
      await run(`update documents set ${set} where path = $1`, [path]);
      expect((await check()).faults).toEqual([['changed', path]]);
    },
  );

  it('an entry of an older version cannot be forged unless it has a field to redact', async () => {
    const path = await append(BUILDING);
    await putUnsealed(path);
    expect(await check()).toMatchObject({ holds: true });
    await forge(path, withActor);
    expect((await check()).faults).toEqual([['changed', path]]);
  });

  it('an entry of an older version must lose all values of the redacted fields', async () => {
    const path = await append(NAMES);
    await putUnsealed(path);
    await forge(path, withActor);
    expect((await check()).faults).toEqual([['changed', path]]);
  });

  it('a redacted entry of an older version is counted as unproven', async () => {
    const path = await append(NAMES);
    await putUnsealed(path);
    await redact(path);
    expect(await check()).toMatchObject({
      holds: true,
      chain: { entries: 2, redacted: 1, unprovenRedacted: 1 },
    });
    await run("update documents set domain_ids = '{nowhere}' where path = $1", [path]);
    expect((await check()).faults).toEqual([['changed', path]]);
  });
});
