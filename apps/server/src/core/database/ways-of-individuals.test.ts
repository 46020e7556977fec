import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTemporaryDatabase, type TemporaryDatabase } from '../../testing/temporary-database.ts';
import { MIGRATIONS_FOLDER } from './migration-runner.ts';

let temporary: TemporaryDatabase;
beforeAll(async () => {
  temporary = await openTemporaryDatabase();
});
afterAll(() => temporary.drop());

const ORGANISATIONS: readonly {
  readonly id: string;
  readonly data: object;
  readonly ways: readonly string[] | null;
}[] = [
  {
    id: 'before',
    data: { kind: 'individual', signInMethods: ['email'] },
    ways: ['email', 'line', 'google'],
  },
  { id: 'without', data: { kind: 'individual' }, ways: ['email', 'line', 'google'] },
  { id: 'chosen', data: { kind: 'individual', signInMethods: ['line'] }, ways: ['line'] },
  { id: 'ward', data: { kind: 'facility', signInMethods: ['email'] }, ways: ['email'] },
  { id: 'agency', data: { kind: 'agency' }, ways: null },
];
const rows = () =>
  temporary.database.query<{ id: string; ways: string[] | null; version: string; name: string }>({
    text: "select id, data->'signInMethods' as ways, version::text as version, data->>'name' as name from documents where collection = 'domain' order by id",
  });

describe('migration 062', () => {
  it('gives individuals without a choice every sign-in method, and keeps the choices of others', async () => {
    for (const { id, data } of ORGANISATIONS) {
      await temporary.database.query({
        text: `insert into documents (root_domain_id, path, collection, parent_path, id, data, domain_ids, shared_with, created_at, updated_at, version)
          values ($1, 'domain/' || $1, 'domain', '', $1, $2, array[$1], '{}', now(), now(), nextval('document_version'))`,
        values: [id, JSON.stringify({ name: id, ...data })],
      });
    }
    const before = new Map((await rows()).map(({ id, version }) => [id, version]));
    const migration = await readFile(
      join(MIGRATIONS_FOLDER, '062-ways-of-individuals.sql'),
      'utf8',
    );
    await temporary.database.query({ text: migration });
    const after = await rows();
    expect(Object.fromEntries(after.map(({ id, ways }) => [id, ways]))).toEqual(
      Object.fromEntries(ORGANISATIONS.map(({ id, ways }) => [id, ways])),
    );
    expect(
      after.filter(({ id, version }) => version !== before.get(id)).map(({ id }) => id),
    ).toEqual(['before', 'without']);
    expect(after.map(({ id, name }) => id === name)).not.toContain(false);
  });
});
