import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createPoolDatabase } from '../../../core/database/pool-database.ts';
import { openTemporaryDatabase } from '../../../testing/temporary-database.ts';
import { dropSessions } from '../registration/accounts.ts';
import { createPendingSignInStore } from './pending-sign-in-store.ts';

it('a connection drops one pending sign-in and afterwards all of a user', async () => {
  const temporary = await openTemporaryDatabase();
  const database = createPoolDatabase(
    { url: temporary.url, connections: 1 },
    pino({ level: 'silent' }),
  );
  await database.query({ text: "insert into auth_user (id, name) values ('u', 'Someone')" });
  const pending = createPendingSignInStore(database, () => new Date());
  const open = () => pending.open({ userId: 'u', provider: 'email', factors: 1 });
  const count = async () =>
    (await database.query({ text: 'select token_hash from auth_pending' })).length;
  const { token } = await open();
  await open();
  await pending.drop(token);
  expect(await count()).toBe(1);
  await dropSessions(database, 'u', null, { reason: 'passwordChanged', at: new Date() });
  expect(await count()).toBe(0);
  await database.close();
  await temporary.drop();
});
