import { describe, expect, it } from 'vitest';
import { openTemporaryDatabase } from './temporary-database.ts';

describe('openTemporaryDatabase', () => {
  it('creates a separate migrated database for every caller', async () => {
    const [one, other] = await Promise.all([openTemporaryDatabase(), openTemporaryDatabase()]);
    await one.database.query({ text: 'create table only_here (id integer)' });
    const tables = (from: typeof one) =>
      from.database.query<{ name: string }>({
        text: "select tablename as name from pg_tables where schemaname = 'public'",
      });
    expect(await tables(one)).toContainEqual({ name: 'only_here' });
    expect(await tables(other)).not.toContainEqual({ name: 'only_here' });
    expect(await tables(other)).toContainEqual({ name: 'schema_migration' });
    await Promise.all([one.drop(), other.drop()]);
  });
});
