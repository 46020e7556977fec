import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { billCollection, encodeFields, type DocumentData, type Write } from '@yamori/domain';
import { encodeFrame } from '@yamori/frames';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { toStage } from '../../testing/device-frames.ts';
import { MONTH, startBillFixture, TERMS, type BillFixture } from './testing/bill-fixture.ts';

const ENTRY = fileURLToPath(new URL('../../testing/bills-process.ts', import.meta.url));
const NOW = '2026-11-05T01:00:00Z';
/** A few more than one commit can hold. */
const CUSTOMERS = Array.from({ length: 205 }, (_, index) => `k${String(index).padStart(3, '0')}`);
const IN_FIRST_COMMIT = 200;
const LAST = CUSTOMERS.at(-1) ?? '';
const getBillId = (customer: string): string => `${MONTH}-customer-${customer}`;

let fixture: BillFixture;
const held: { child?: ChildProcess; holder?: pg.Client } = {};
beforeAll(async () => {
  fixture = await startBillFixture();
  await fixture.write([{ kind: 'set', path: 'domain/one/billTerms/current', data: TERMS }]);
  const create = (path: string, data: object): Write => ({
    kind: 'create',
    path,
    data: encodeFields({ ...data }, false),
  });
  await fixture.commit(
    CUSTOMERS.map((id) =>
      create(`domain/${id}`, {
        code: id,
        name: `Name of ${id}`,
        kind: 'facility',
        parentDomainId: 'one',
        rootDomainId: 'top',
        ancestorIds: ['top', 'one'],
      }),
    ),
  );
  await fixture.commit(
    CUSTOMERS.map((id) =>
      create(`room/${id}-1`, {
        domainId: id,
        rootDomainId: 'top',
        name: `${id} 101`,
        deviceSerials: [],
      }),
    ),
  );
  await fixture.commit(
    CUSTOMERS.map((id) =>
      create(`device/D-${id}`, {
        serial: `D-${id}`,
        typeId: 'bed',
        domainId: id,
        rootDomainId: 'top',
        roomId: `${id}-1`,
        connection: 'network',
      }),
    ),
  );
  await vi.waitFor(
    async () =>
      expect(
        await count(
          `select count(*)::int as count from device_assignments where serial like 'D-k%'`,
        ),
      ).toBe(CUSTOMERS.length),
    { timeout: 120_000 },
  );
  const { timeline } = fixture.app;
  for (const id of CUSTOMERS)
    await timeline.assignments.change({
      rootDomainId: 'top',
      serial: `D-${id}`,
      roomId: `${id}-1`,
      atUs: Date.parse('2026-09-01T00:00:00Z') * 1000,
    });
  await timeline.stage(
    CUSTOMERS.map((id, index) =>
      toStage(
        `D-${id}`,
        1,
        encodeFrame({
          streamId: 3,
          sequence: 1,
          deviceTimeUs:
            Date.parse(`${MONTH}-${String(1 + (index % 28)).padStart(2, '0')}T03:00:00+09:00`) *
            1000,
          channels: [Int16Array.of(2000)],
        }),
      ),
    ),
  );
});
afterEach(async () => {
  held.child?.kill('SIGKILL');
  await held.holder?.end();
  delete held.holder;
});
afterAll(() => fixture.close());

const count = async (text: string): Promise<number> =>
  (await fixture.temporary.database.query<{ count: number }>({ text }))[0]?.count ?? -1;
const generate = () => fixture.ask('POST', '/api/agencies/one/bills/generate', { month: MONTH });
const readBills = async (): Promise<
  ReadonlyMap<string, { readonly updatedAt: string; readonly bill: DocumentData<'bill'> }>
> => {
  const found = await fixture.app.store.list({
    collection: 'domain/one/bill',
    group: false,
    filters: [],
    orderBy: [],
    offset: 0,
  });
  return new Map(
    found.map(({ id, data, updatedAt }) => [
      id,
      { updatedAt: updatedAt.toISOString(), bill: billCollection.schema.parse(data) },
    ]),
  );
};
const paper = async (customer: string): Promise<Buffer> =>
  (await fixture.ask('GET', `/api/agencies/one/bills/${getBillId(customer)}/paper`)).bytes;

/**
 * Blocks the last bill in the database, and kills the process that generates the month's bills once
 * it waits there.
 */
async function killBeforeTheLast(): Promise<void> {
  const { database, url } = fixture.temporary;
  const holder = new pg.Client({ connectionString: url });
  held.holder = holder;
  await holder.connect();
  await holder.query('select pg_advisory_lock(7)');
  await database.query({
    text: `create function wait_here() returns trigger language plpgsql as $$ begin perform pg_advisory_xact_lock(7); return new; end $$`,
  });
  await database.query({
    text: `create trigger wait_here before insert on documents for each row when (new.path = 'domain/one/bill/${getBillId(LAST)}') execute function wait_here()`,
  });
  const child = spawn(process.execPath, [ENTRY, url, 'one', 'top', MONTH, NOW], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  held.child = child;
  await expect
    .poll(
      () =>
        count(
          `select count(*)::int as count from pg_locks where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())`,
        ),
      { timeout: 120_000 },
    )
    .toBe(1);
  child.kill('SIGKILL');
  await once(child, 'exit');
  await holder.query('select pg_advisory_unlock(7)');
  await expect
    .poll(() =>
      count(
        `select count(*)::int as count from pg_locks where locktype = 'advisory' and objid = 7 and database = (select oid from pg_database where datname = current_database())`,
      ),
    )
    .toBe(0);
  await database.query({ text: 'drop trigger wait_here on documents' });
}

describe('generateBills', () => {
  it('a run killed between two commits leaves whole bills, and a rerun gives the bytes of an undisturbed run', async () => {
    await killBeforeTheLast();
    const left = await readBills();
    expect([...left.keys()].toSorted()).toEqual(CUSTOMERS.slice(0, IN_FIRST_COMMIT).map(getBillId));
    expect(await generate()).toMatchObject({
      status: 200,
      body: {
        made: CUSTOMERS.length - IN_FIRST_COMMIT,
        changed: 0,
        same: IN_FIRST_COMMIT,
        dropped: 0,
        days: CUSTOMERS.length,
      },
    });
    const [again, seen] = [await readBills(), [CUSTOMERS[0] ?? '', LAST]];
    const papers = await Promise.all(seen.map(paper));
    await fixture.commit(
      [...again.keys()].map((id) => ({ kind: 'delete', path: `domain/one/bill/${id}` })),
    );
    expect(await generate()).toMatchObject({ body: { made: CUSTOMERS.length } });
    const undisturbed = await readBills();
    expect([...again].map(([id, { bill }]) => [id, bill])).toEqual(
      [...undisturbed].map(([id, { bill }]) => [id, bill]),
    );
    for (const [index, customer] of seen.entries())
      expect((await paper(customer)).equals(papers[index] ?? Buffer.alloc(0))).toBe(true);
  });

  it('one of two drafts that contain the same day can be issued, even concurrently', async () => {
    const share = async (from: string, to: string): Promise<void> => {
      const lines = (await readBills()).get(getBillId(from))?.bill.lines ?? [];
      await fixture.commit([
        {
          kind: 'update',
          path: `domain/one/bill/${getBillId(to)}`,
          fields: [{ field: ['lines'], value: lines }],
        },
      ]);
    };
    const issue = async (customer: string) =>
      fixture.ask('POST', `/api/agencies/one/bills/${getBillId(customer)}/issue`, {
        updatedAt: (await readBills()).get(getBillId(customer))?.updatedAt,
      });
    await share('k000', 'k001');
    await share('k002', 'k003');
    expect(await issue('k000')).toMatchObject({ status: 200, body: { number: '000001' } });
    expect(await issue('k001')).toMatchObject({ status: 409, body: { code: 'bill-days-taken' } });
    const both = await Promise.all([issue('k002'), issue('k003')]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await count(`select last as count from bill_numbers where domain_id = 'one'`)).toBe(2);
    // If k003 was issued with the day of k002, its own day waits until that bill is cancelled.
    const waiting = both[1]?.status === 200 ? 1 : 0;
    expect(await generate()).toMatchObject({
      status: 200,
      body: { kept: 2, days: CUSTOMERS.length - waiting },
    });
    expect(await issue('k001')).toMatchObject({ status: 200, body: { number: '000003' } });
  });
});
