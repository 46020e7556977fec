import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startDatabaseLink, type DatabaseLink } from '../../testing/database-link.ts';
import { openTemporaryDatabase, type TemporaryDatabase } from '../../testing/temporary-database.ts';
import type { Database } from './database.ts';
import { startDatabaseProbe, type DatabaseProbe } from './database-probe.ts';
import { createPoolDatabase } from './pool-database.ts';

const log = pino({ level: 'silent' });
const UNAVAILABLE = { problem: { code: 'database-unavailable', retryAfterSeconds: 2 } };

describe('startDatabaseProbe', () => {
  let temporary: TemporaryDatabase;
  let link: DatabaseLink;
  let probe: DatabaseProbe;
  let database: Database;
  beforeEach(async () => {
    temporary = await openTemporaryDatabase();
    link = await startDatabaseLink(temporary.url);
    probe = startDatabaseProbe({ url: link.url, everyMs: 20, timeoutMs: 500 }, log);
    database = createPoolDatabase({ url: link.url, connections: 2, isAway: probe.isAway }, log);
  });
  afterEach(async () => {
    await probe.close();
    await link.close();
    await database.close();
    await temporary.drop();
  });

  it.each(['cut', 'hole'] as const)(
    'rejects statements while the link is in state %s, and accepts them once it is open',
    async (quality) => {
      await database.ping();
      link.set(quality);
      await expect.poll(probe.isAway).toBe(true);
      await expect(database.query({ text: 'select 1' })).rejects.toMatchObject(UNAVAILABLE);
      await expect(database.transaction(async () => undefined)).rejects.toMatchObject(UNAVAILABLE);
      link.set('open');
      await expect.poll(probe.isAway).toBe(false);
    },
  );

  it('does not report an outage when its connection breaks between two probes', async () => {
    await probe.close();
    const warnings: string[] = [];
    const slow = startDatabaseProbe(
      { url: temporary.url, everyMs: 300, timeoutMs: 60_000 },
      pino({ level: 'warn' }, { write: (line: string) => void warnings.push(line) }),
    );
    const others = `select count(*)::int as count, bool_or(pg_terminate_backend(pid)) as ended
      from pg_stat_activity where datname = current_database() and application_name = 'yamori-probe'
        and state = 'idle' and query = 'select 1'`;
    const ended = async () =>
      (await temporary.database.query<{ ended: boolean | null }>({ text: others }))[0]?.ended;
    await expect.poll(ended).toBe(true);
    await expect.poll(ended).toBe(true);
    await slow.close();
    expect(warnings).toEqual([]);
  });

  it('opens no connection while the database is unreachable', async () => {
    const isAway = true;
    const refused = createPoolDatabase(
      { url: temporary.url, connections: 1, isAway: () => isAway },
      log,
    );
    await expect(refused.ping()).rejects.toMatchObject(UNAVAILABLE);
    expect(refused.pool.totalCount).toBe(0);
    await refused.close();
  });
});
