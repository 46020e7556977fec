import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTemporaryDatabase, type TemporaryDatabase } from '../../testing/temporary-database.ts';
import { migrate, MIGRATIONS_FOLDER } from './migration-runner.ts';

let temporary: TemporaryDatabase;
const migrateTo = (last: number) =>
  migrate(temporary.url, MIGRATIONS_FOLDER, pino({ level: 'silent' }), {
    isWanted: ({ number }) => number <= last,
  });
beforeAll(async () => {
  temporary = await openTemporaryDatabase('none');
  await migrateTo(90);
});
afterAll(() => temporary.drop());

/** Kind, level and state before; level and state after. */
const MEMBERS = [
  ['agency', 5, 'active', 50, 'suspended'],
  ['agency', 2, 'invited', 50, 'suspended'],
  ['agency', 51, 'active', 51, 'active'],
  ['facility', 51, 'active', 2, 'suspended'],
  ['facility', 101, 'active', 2, 'suspended'],
  ['facility', 5, 'active', 5, 'active'],
  ['facility', 1, 'active', 1, 'active'],
  ['developer', 5, 'active', 0, 'suspended'],
  ['developer', 200, 'active', 200, 'active'],
  ['individual', 4, 'active', 1, 'suspended'],
  ['individual', 1, 'active', 1, 'active'],
] as const;
const getName = ([kind, level]: (typeof MEMBERS)[number]): string => `${kind}-${level}`;

async function put(collection: string, id: string, data: object): Promise<void> {
  await temporary.database.query({
    text: `insert into documents (root_domain_id, path, collection, parent_path, id, data, domain_ids, shared_with, created_at, updated_at, version)
      values ('root', $1 || '/' || $2, $1, '', $2, $3, '{}', '{}', now(), now(), nextval('document_version'))`,
    values: [collection, id, JSON.stringify(data)],
  });
}

describe('migration 091', () => {
  it('lowers levels that the kind of organisation lacks, suspends their members and ends their sessions', async () => {
    for (const kind of ['agency', 'facility', 'developer', 'individual'])
      await put('domain', kind, { kind });
    for (const member of MEMBERS) {
      const [kind, accessLevel, state] = member;
      const id = getName(member);
      await put('staff', id, { domainId: kind, accessLevel, state });
      await temporary.database.query({
        text: `insert into auth_user (id, name, "emailVerified", "createdAt", "updatedAt") values ($1, 'n', true, now(), now())`,
        values: [id],
      });
      await temporary.database.query({
        text: `insert into auth_session (id, token, "userId", "expiresAt", "createdAt", "updatedAt") values ($1, $1, $1, now() + interval '1 day', now(), now())`,
        values: [id],
      });
    }
    await migrateTo(91);
    const after = await temporary.database.query<{
      id: string;
      level: number;
      state: string;
      sessions: number;
    }>({
      text: `select id, (data->>'accessLevel')::int as level, data->>'state' as state, (select count(*)::int from auth_session s where s."userId" = d.id) as sessions from documents d where collection = 'staff'`,
    });
    const found = new Map(after.map(({ id, ...rest }) => [id, rest]));
    for (const member of MEMBERS) {
      const [, level, before, lowered, state] = member;
      expect([getName(member), found.get(getName(member))]).toEqual([
        getName(member),
        { level: lowered, state, sessions: level === lowered && before === state ? 1 : 0 },
      ]);
    }
  });
});
