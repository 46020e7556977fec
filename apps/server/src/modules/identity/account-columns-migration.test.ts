import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrate, MIGRATIONS_FOLDER } from '../../core/database/migration-runner.ts';
import { hashSecret } from '../../core/secrets/secret-store.ts';
import { FAST_HASHING } from '../../testing/fast-password-hash.ts';
import {
  startIdentityFixture,
  TEST_PASSWORD,
  type IdentityFixture,
} from '../../testing/identity-fixture.ts';
import { storeDocument } from '../../testing/stored-document.ts';
import { openTemporaryDatabase } from '../../testing/temporary-database.ts';
import { findSession } from './sessions/find-session.ts';

const log = pino({ level: 'silent' });
const TOKEN = 'token of a session from before the migration';

let fixture: IdentityFixture;
beforeAll(async () => {
  const temporary = await openTemporaryDatabase('none');
  await migrate(temporary.url, MIGRATIONS_FOLDER, log, { isWanted: ({ number }) => number < 171 });
  await temporary.pool.query(
    `insert into auth_user (id, name, email, "emailVerified") values ('u', 'Someone', 'carer@akane.example', true)`,
  );
  await temporary.pool.query(
    `insert into auth_account (id, "accountId", "providerId", "userId", password, "updatedAt") values ('u', 'u', 'credential', 'u', $1, now())`,
    [await FAST_HASHING.hash(TEST_PASSWORD)],
  );
  await temporary.pool.query(
    `insert into auth_session (id, "tokenHash", "userId", "expiresAt", "updatedAt", "lastUsedAt", "confirmedAt", "ipAddress", "accessLevel")
      values ('s', $1, 'u', now() + interval '1 day', now(), now(), now(), '192.0.2.1', 2)`,
    [hashSecret(TOKEN)],
  );
  await storeDocument(temporary.database, 'staff/u', {
    userId: 'u',
    domainId: 'ward-a',
    rootDomainId: 'root',
    name: 'Someone',
    accessLevel: 2,
    email: 'carer@akane.example',
    state: 'active',
  });
  await migrate(temporary.url, MIGRATIONS_FOLDER, log);
  fixture = await startIdentityFixture({ temporary });
});
afterAll(() => fixture.close());

it('migration 171 leaves no column with capital letters', async () => {
  const { rows } = await fixture.temporary.pool.query(
    `select table_name, column_name from information_schema.columns where table_schema = 'public' and column_name ~ '[A-Z]'`,
  );
  expect(rows).toEqual([]);
});

it('a session from before migration 171 continues', async () => {
  const { database } = fixture.temporary;
  const context = { database, now: () => fixture.clock.now, idleSeconds: 86_400 };
  expect(await findSession(context, TOKEN)).toMatchObject({
    kind: 'living',
    claimedLevel: 2,
    session: { actor: { userId: 'u', accessLevel: 2 }, user: { email: 'carer@akane.example' } },
  });
});

it('a member from before migration 171 signs in with their password', async () => {
  const cookie = await fixture.signIn('carer@akane.example');
  const reply = await fixture.server.inject({ url: '/api/session/list', headers: { cookie } });
  expect(reply.json()).toMatchObject({ sessions: [{}, { address: '192.0.2.1' }] });
});
