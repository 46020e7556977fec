import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createApp } from './app.ts';
import { toLimits, readConfig } from './config/config.ts';
import { toRegistrationOptions } from './config/registration.ts';
import { createPoolDatabase } from './core/database/pool-database.ts';
import { NO_MAIL } from './core/mail/mail.ts';
import type { Bus } from './core/messaging/bus.ts';
import { createInProcessBus } from './core/messaging/in-process-bus.ts';
import { FAST_HASHING } from './testing/fast-password-hash.ts';
import { openTemporaryDatabase } from './testing/temporary-database.ts';

/** Counts the open subscriptions of a bus. */
function countSubscriptions(bus: Bus) {
  const open = new Set<object>();
  const counted: Bus = {
    ...bus,
    subscribe: (pattern, receive) => {
      const subscription = bus.subscribe(pattern, receive);
      open.add(subscription);
      return {
        close: () => {
          open.delete(subscription);
          subscription.close();
        },
      };
    },
  };
  return { bus: counted, open };
}

it('a start that fails leaves nothing running', async () => {
  const temporary = await openTemporaryDatabase();
  const log = pino({ level: 'silent' });
  const { bus, open } = countSubscriptions(createInProcessBus(log));
  const database = createPoolDatabase({ url: temporary.url, connections: 4 }, log);
  // The directory of devices cannot be read; modules that open before it do not need this table.
  await temporary.pool.query('drop table documents cascade');
  const failing = createApp({
    database: { ...database, url: temporary.url },
    bus,
    log,
    now: () => new Date(),
    serverId: 'server-1',
    webFolder: null,
    publicOrigin: null,
    secure: false,
    tls: null,
    trustedProxies: [],
    secret: 'a secret',
    demonstrationAccounts: [],
    passwordHashing: FAST_HASHING,
    oidcProviders: [],
    mail: NO_MAIL,
    limits: toLimits(readConfig({})),
    registration: toRegistrationOptions(readConfig({})),
  });
  await expect(failing).rejects.toThrow('relation "documents" does not exist');
  expect(open.size).toBe(0);
  const { rows } = await temporary.pool.query('select * from servers');
  expect(rows).toEqual([]);
  // The compactor has its own connections, in its own thread.
  await database.close();
  await expect
    .poll(async () => {
      const others = await temporary.pool.query(
        'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      );
      return others.rows;
    })
    .toEqual([]);
  await bus.close();
  await temporary.drop();
});
