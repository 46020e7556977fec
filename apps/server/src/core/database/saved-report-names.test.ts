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

const query = <Row extends object>(text: string, ...values: unknown[]) =>
  temporary.database.query<Row>({ text, values });
const LONG = 'あ'.repeat(80);
/** Reports before the migration, oldest first: id, owner, name. */
const BEFORE: readonly (readonly [id: string, owner: string, name: string])[] = [
  ['a', 'one', '月報'],
  ['b', 'one', '月報'],
  ['c', 'one', '月報 (2)'],
  ['d', 'one', '月報'],
  ['e', 'two', '月報'],
  ['f', 'one', '週報'],
  ['g', 'one', LONG],
  ['h', 'one', LONG],
  ['i', 'one', `${'あ'.repeat(79)}い`],
  ['j', 'one', `${'あ'.repeat(79)}い`],
];

describe('migrations of saved reports', () => {
  it('migration 157 makes names unique, deletes private reports of former members and revokes dead links', async () => {
    await query('drop index saved_reports_name');
    await query(
      `insert into auth_user (id, name, created_at, updated_at) values ('one', 'One', now(), now())`,
    );
    const add = (id: string, owner: string, name: string, isShared: boolean, order: number) =>
      query(
        `insert into saved_reports (id, root_domain_id, domain_id, owner_id, name, is_shared, filter, created_at) values ($1, 'home', 'home', $2, $3, $4, '{}', to_timestamp($5))`,
        id,
        owner,
        name,
        isShared,
        order,
      );
    for (const [order, [id, owner, name]] of BEFORE.entries())
      await add(id, owner, name, true, order);
    await add('kept', 'one', 'own', false, 20);
    await add('lost', 'two', 'own', false, 21);
    for (const [id, report, domainId] of [
      ['there', 'a', 'home'],
      ['gone', 'z', 'home'],
      ['lost', 'lost', 'home'],
      ['elsewhere', 'a', 'other'],
    ]) {
      await query(
        `insert into one_time_link (id, token_hash, domain_id, subject, label, created_by, creator_name, created_at, expires_at) values ($1, $1, $2, $3, 'x', 'one', 'One', now(), now() + interval '1 day')`,
        id,
        domainId,
        JSON.stringify({ kind: 'report', domainId, report }),
      );
    }
    await query(await readFile(join(MIGRATIONS_FOLDER, '157-saved-report-names.sql'), 'utf8'));
    const after = await query<{ id: string; name: string }>(
      'select id, name from saved_reports order by id',
    );
    const base = 'あ'.repeat(70);
    expect(after).toEqual([
      { id: 'a', name: '月報' },
      { id: 'b', name: '月報 (3)' },
      { id: 'c', name: '月報 (2)' },
      { id: 'd', name: '月報 (4)' },
      { id: 'e', name: '月報' },
      { id: 'f', name: '週報' },
      { id: 'g', name: LONG },
      { id: 'h', name: `${base} (2)` },
      { id: 'i', name: `${'あ'.repeat(79)}い` },
      { id: 'j', name: `${base} (3)` },
      { id: 'kept', name: 'own' },
    ]);
    expect(await query('select id from one_time_link where revoked_at is null')).toEqual([
      { id: 'there' },
    ]);
    await expect(add('again', 'one', '月報', false, 30)).rejects.toThrow('saved_reports_name');
  });

  it('migration 159 adds the root domain to the records of mailed reports', async () => {
    // The schema before migration 159.
    await query(
      `alter table report_mails drop constraint report_mails_report_fkey, drop constraint report_mails_pkey, drop column root_domain_id`,
    );
    await query('drop index saved_reports_id');
    await query(
      'alter table saved_reports drop constraint saved_reports_pkey, add primary key (id)',
    );
    await query(
      'alter table report_mails add primary key (report_id, due_at, user_id), add constraint report_mails_report_id_fkey foreign key (report_id) references saved_reports (id) on delete cascade',
    );
    await query(
      `insert into report_mails (report_id, due_at, user_id) values ('a', '2026-11-22', 'one'), ('b', '2026-11-22', 'one')`,
    );
    await query(await readFile(join(MIGRATIONS_FOLDER, '159-saved-report-keys.sql'), 'utf8'));
    expect(
      await query('select root_domain_id as root, report_id as id from report_mails order by id'),
    ).toEqual([
      { root: 'home', id: 'a' },
      { root: 'home', id: 'b' },
    ]);
    await query(`delete from saved_reports where id = 'a'`);
    expect(await query('select report_id as id from report_mails')).toEqual([{ id: 'b' }]);
  });
});
