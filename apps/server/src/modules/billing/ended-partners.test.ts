import { billCollection, partnerCollection, query } from '@yamori/domain';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { MONTH, startBillFixture, TERMS, type BillFixture } from './testing/bill-fixture.ts';

const PARTNER = 'domain/one/partner/p';
const ENDED = { status: 409, body: { code: 'bill-partner-ended-conflict' } };
const ROUNDS = 8;
let fixture: BillFixture;
beforeAll(async () => {
  fixture = await startBillFixture();
  await fixture.place('H-1', 'home-1');
  await fixture.send('H-1', [1, 2, 3]);
  await fixture.write([
    { kind: 'set', path: 'domain/one/billTerms/current', data: TERMS },
    {
      kind: 'set',
      path: PARTNER,
      data: { code: 'p', name: 'みずき販売', domainIds: ['home'], margin: 0.15, state: 'active' },
    },
  ]);
});
afterAll(() => fixture.close());
beforeEach(() => begin());

const toState = (state: 'active' | 'ended') =>
  fixture.write([{ kind: 'update', path: PARTNER, fields: [{ field: ['state'], value: state }] }]);
const generate = () => fixture.ask('POST', '/api/agencies/one/bills/generate', { month: MONTH });
/** The partner's bill that is not cancelled. Each cancelled bill keeps its id. */
const stored = async () =>
  (await fixture.app.store.list(query.parse({ collection: 'domain/one/bill' }))).find(
    ({ data }) => data['state'] !== 'void',
  ) ?? null;
const act = async (command: string, payload: object = {}) =>
  fixture.ask('POST', `/api/agencies/one/bills/${(await stored())?.id ?? ''}/${command}`, payload);
const billState = async () =>
  billCollection.schema.shape.state.nullable().parse((await stored())?.data['state'] ?? null);
const partnerState = async () =>
  partnerCollection.schema.shape.state.parse(
    (await fixture.app.store.read([PARTNER]))[0]?.data['state'],
  );
const issue = async () => act('issue', { updatedAt: (await stored())?.updatedAt.toISOString() });
const pay = (paidOn: string | null) => act('payment', { paidOn });
/** Removes all bills and reactivates the partner. */
async function begin(): Promise<void> {
  if ((await partnerState()) !== 'active') expect((await toState('active')).status).toBe(200);
  if ((await billState()) === 'paid') await pay(null);
  if ((await billState()) === 'issued') await act('void', { reason: 'x' });
  if ((await billState()) === 'draft') await act('removal');
  expect(await stored()).toBeNull();
}

it('a payment cannot be removed after its partner ended, but can after the partner is active again', async () => {
  expect((await generate()).body).toMatchObject({ made: 1 });
  expect((await issue()).status).toBe(200);
  expect((await pay('2026-11-05')).status).toBe(204);
  expect((await toState('ended')).status).toBe(200);
  expect(await pay(null)).toMatchObject(ENDED);
  expect(await billState()).toBe('paid');
  expect((await toState('active')).status).toBe(200);
  expect((await pay(null)).status).toBe(204);
  expect(await toState('ended')).toMatchObject({
    status: 409,
    body: { code: 'partner-bills-in-use' },
  });
});

it('one of two concurrent requests succeeds, to remove a payment or to end its partner', async () => {
  await generate();
  expect((await issue()).status).toBe(200);
  for (let round = 0; round < ROUNDS; round += 1) {
    if ((await billState()) !== 'paid') expect((await pay('2026-11-05')).status).toBe(204);
    if ((await partnerState()) === 'ended') expect((await toState('active')).status).toBe(200);
    const both = await Promise.all([pay(null), toState('ended')]);
    expect(
      both.filter(({ status }) => status < 300),
      JSON.stringify(both.map(({ body }) => body)),
    ).toHaveLength(1);
    expect([await billState(), await partnerState()]).toEqual(
      both[0].status < 300 ? ['issued', 'active'] : ['paid', 'ended'],
    );
  }
});

it('generating drafts while a partner ends leaves no draft for the ended partner', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    await begin();
    const [made, ended] = await Promise.all([generate(), toState('ended')]);
    // Generated after the end, the draft addresses the customer. Otherwise the later of the two
    // requests is rejected.
    if (made.status !== 200 || ended.status !== 200)
      expect([made.body['code'] ?? 'made', ended.body['code'] ?? 'ended']).toEqual(
        made.status === 200
          ? ['made', 'partner-bills-in-use']
          : ['bill-partner-ended-conflict', 'ended'],
      );
    // A rerun succeeds.
    expect((await generate()).status).toBe(200);
    expect((await stored())?.data).toMatchObject({
      state: 'draft',
      recipient: { kind: (await partnerState()) === 'ended' ? 'customer' : 'partner' },
    });
  }
});

it('a draft for an ended partner, left by an older server, cannot be issued, and a rerun deletes it', async () => {
  await generate();
  await fixture.temporary.database.query({
    text: `update documents set data = jsonb_set(data, '{state}', '"ended"') where path = $1`,
    values: [PARTNER],
  });
  expect(await issue()).toMatchObject(ENDED);
  expect(await billState()).toBe('draft');
  expect(await generate()).toMatchObject({ status: 200, body: { made: 1, dropped: 1 } });
  expect((await stored())?.data['recipient']).toMatchObject({ kind: 'customer', id: 'home' });
});

it('a direct write of a bill for an unknown partner is rejected', async () => {
  await generate();
  const data = JSON.parse(
    JSON.stringify({
      ...(await stored())?.data,
      recipient: { kind: 'partner', id: 'nobody', name: 'x' },
    }),
  );
  await expect(
    fixture.app.store.commit([{ kind: 'create', path: 'domain/one/bill/x', data }], {
      userId: null,
    }),
  ).rejects.toMatchObject({
    problem: { code: 'bill-partner-ended-conflict', place: 'domain/one/bill/x' },
  });
});
