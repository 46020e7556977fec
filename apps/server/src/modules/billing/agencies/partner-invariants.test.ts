import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startLiveFixture, type LiveFixture } from '../../../testing/live-fixture.ts';

let fixture: LiveFixture;
let cookie: string;
beforeAll(async () => {
  fixture = await startLiveFixture();
  const domain = (id: string, kind: string, ancestorIds: string[]) => ({
    kind: 'create' as const,
    path: `domain/${id}`,
    data: {
      code: id,
      name: id,
      kind,
      parentDomainId: ancestorIds.at(-1) ?? null,
      rootDomainId: 'one',
      ancestorIds,
    },
  });
  await fixture.commit([
    domain('one', 'agency', []),
    domain('home', 'facility', ['one']),
    domain('ward', 'facility', ['one']),
    domain('deep', 'agency', ['one']),
    domain('theirs', 'facility', ['one', 'deep']),
  ]);
  await fixture.addMember('one@agency.example', 'one', 51);
  cookie = await fixture.signIn('one@agency.example');
});
afterAll(() => fixture.close());

const write = async (writes: readonly object[]) => {
  const reply = await fixture.app.server.inject({
    method: 'POST',
    url: '/api/documents/commit',
    headers: { cookie },
    payload: { writes },
  });
  return [reply.statusCode, reply.statusCode === 200 ? '' : reply.json<{ code: string }>().code];
};
const put = (id: string, more: object = {}) => ({
  kind: 'set',
  path: `domain/one/partner/${id}`,
  data: { code: id, name: id, state: 'active', ...more },
});
const bill = (id: string, state: string, partnerId: string) => ({
  kind: 'set' as const,
  path: `domain/one/bill/${id}`,
  data: {
    month: '2026-10',
    recipient: { kind: 'partner', id: partnerId, name: 'p' },
    issuer: { name: 'i' },
    lines: [],
    subtotal: 0,
    tax: [],
    total: 0,
    state,
    registrationNumber: 'T9234567890123',
  },
});

describe('partner invariants', () => {
  it('accepts only customers that the agency itself serves, each for one partner', async () => {
    expect(await write([put('a', { domainIds: ['home'] })])).toEqual([200, '']);
    expect(await write([put('b', { domainIds: ['home'] })])).toEqual([
      409,
      'partner-customer-taken',
    ]);
    expect(
      await write([put('b', { domainIds: ['ward'] }), put('c', { domainIds: ['ward'] })]),
    ).toEqual([409, 'partner-customer-taken']);
    for (const id of ['theirs', 'akane', 'deep-nothing', 'one'])
      expect(await write([put('b', { domainIds: [id] })]), id).toEqual([
        400,
        'partner-customer-invalid',
      ]);
    expect(await write([put('a'), put('b', { domainIds: ['home'] })])).toEqual([200, '']);
  });

  it('does not return a customer to a reactivated partner after another partner took them', async () => {
    await fixture.commit([
      {
        kind: 'create',
        path: 'domain/returning',
        data: {
          code: 'returning',
          name: 'returning',
          kind: 'facility',
          parentDomainId: 'one',
          rootDomainId: 'one',
          ancestorIds: ['one'],
        },
      },
    ]);
    expect(await write([put('x', { domainIds: ['returning'] })])).toEqual([200, '']);
    expect(await write([put('x', { domainIds: ['returning'], state: 'ended' })])).toEqual([
      200,
      '',
    ]);
    expect(await write([put('y', { domainIds: ['returning'] })])).toEqual([200, '']);
    expect(await write([put('x', { domainIds: ['returning'], state: 'active' })])).toEqual([
      409,
      'partner-customer-taken',
    ]);
    expect(await write([put('x', { domainIds: [], state: 'active' })])).toEqual([200, '']);
  });

  it('accepts one of two concurrent writes that give a customer to two partners', async () => {
    const both = await Promise.all([
      write([put('d', { domainIds: ['ward'] })]),
      write([put('e', { domainIds: ['ward'] })]),
    ]);
    expect(both.map(([status]) => status).toSorted((a, b) => Number(a) - Number(b))).toEqual([
      200, 409,
    ]);
  });

  it.each(['draft', 'issued'])(
    'a partner with a bill in state %s can be paused, but not deleted or ended',
    async (state) => {
      await write([put('f')]);
      await fixture.commit([bill('open', state, 'f')]);
      expect(await write([{ kind: 'delete', path: 'domain/one/partner/f' }])).toEqual([
        409,
        'partner-bills-in-use',
      ]);
      expect(await write([put('f', { state: 'ended' })])).toEqual([409, 'partner-bills-in-use']);
      expect(await write([put('f', { state: 'paused' })])).toEqual([200, '']);
    },
  );

  it.each(['paid', 'void'])(
    'a partner whose bills are all %s can be ended and deleted',
    async (state) => {
      await write([put('g')]);
      await fixture.commit([bill('over', state, 'g')]);
      expect(await write([put('g', { state: 'ended' })])).toEqual([200, '']);
      expect(await write([{ kind: 'delete', path: 'domain/one/partner/g' }])).toEqual([200, '']);
    },
  );
});
