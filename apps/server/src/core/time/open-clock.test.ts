import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Database } from '../database/database.ts';
import { createPoolDatabase } from '../database/pool-database.ts';
import { openTemporaryDatabase, type TemporaryDatabase } from '../../testing/temporary-database.ts';
import { clockWarning, openClock } from './open-clock.ts';

describe('openClock', () => {
  let temporary: TemporaryDatabase;
  let stepped: Database;
  beforeEach(async () => {
    temporary = await openTemporaryDatabase();
    const { database } = temporary;
    await database.query({ text: 'create schema stepped' });
    await database.query({ text: `create table stepped.step as select interval '0' as by` });
    await database.query({
      text: `create function stepped.clock_timestamp() returns timestamptz language sql as
        $$ select pg_catalog.clock_timestamp() + by from stepped.step $$`,
    });
    const options = encodeURIComponent('-csearch_path=stepped,pg_catalog,public');
    stepped = createPoolDatabase(
      { url: `${temporary.url}&options=${options}`, connections: 1 },
      pino({ level: 'silent' }),
    );
    // The monotonic clock is real, so only the step makes a difference.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  });
  afterEach(async () => {
    vi.useRealTimers();
    await stepped.close();
    await temporary.drop();
  });

  it.each([
    // It is followed immediately, so that this machine differs from it.
    ['1 hour', 'machine-clock-off'],
    ['-90 seconds', 'database-clock-stepped'],
  ])('reports a step of the database clock by %s within a minute as %s', async (step, warning) => {
    const warnings: unknown[] = [];
    const log = pino(
      { level: 'warn' },
      { write: (line: string) => void warnings.push(JSON.parse(line)) },
    );
    const clock = await openClock(stepped, log);
    await temporary.database.query({ text: 'update stepped.step set by = $1', values: [step] });
    vi.advanceTimersByTime(40_000);
    await expect.poll(() => clockWarning(clock.state())).toBe(warning);
    vi.advanceTimersByTime(20_000);
    await expect.poll(() => warnings).toEqual([expect.objectContaining({ warning })]);
    await clock.close();
  });
});
