import { encodeFields, encodeValue, type Write } from '@yamori/domain';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openLiveStage, type LiveStage } from '../../testing/live-stage.ts';

/** Of the organisation mizuki, which lends it to akane. */
const SERIAL = 'mizuki-A';
const HOUR_MS = 3_600_000;
const clock = { aheadMs: 0 };
const now = (): Date => new Date(Date.now() + clock.aheadMs);
const inHours = (hours: number): Date => new Date(now().getTime() + hours * HOUR_MS);

let stage: LiveStage;
let maker: string;
beforeAll(async () => {
  stage = await openLiveStage({ now });
  await stage.addMember('maker@yamori.example', 'akane', 101);
  maker = await stage.signIn('maker@yamori.example');
});
afterEach(async () => {
  clock.aheadMs = 0;
  const left = await stage.app.store.read(['deviceLoan/l1', 'deviceLoan/l2']);
  await stage.commit(left.flatMap((loan): Write[] => (loan === null ? [] : [{ kind: 'delete', path: loan.path }])));
});
afterAll(() => stage.close());

const aLoan = (more: Readonly<Record<string, unknown>> = {}): Write => ({
  kind: 'create', path: 'deviceLoan/l1',
  data: encodeFields({ serial: SERIAL, fromDomainId: 'mizuki', toDomainId: 'akane', from: inHours(-1), until: inHours(5), returnedAt: null, ...more }, false),
});
const changeLoan = (field: string, value: Date): Write => ({ kind: 'update', path: 'deviceLoan/l1', fields: [{ field: [field], value: encodeValue(value) }] });

async function commitAs(cookie: string, writes: readonly Write[]): Promise<string> {
  const reply = await fetch(`${stage.address}/api/documents/commit`, { method: 'POST', headers: { 'content-type': 'application/json', cookie }, body: JSON.stringify({ writes }) });
  return reply.ok ? 'done' : ((await reply.json()) as { code: string }).code;
}

describe('a loan that cannot be', () => {
  const second = (more: Readonly<Record<string, unknown>>): Write => ({ ...aLoan(more), path: 'deviceLoan/l2' });

  it.each<[string, () => Readonly<Record<string, unknown>>, string]>([
    ['ends before it begins', () => ({ until: inHours(-2) }), 'loan-span-invalid'],
    ['ends when it begins', () => ({ from: inHours(1), until: inHours(1) }), 'loan-span-invalid'],
    ['came back before it began', () => ({ returnedAt: inHours(-2) }), 'loan-return-invalid'],
    ['came back tomorrow', () => ({ returnedAt: inHours(24) }), 'loan-return-invalid'],
    ['is to its owner', () => ({ toDomainId: 'mizuki' }), 'loan-owner-invalid'],
    ['is from somebody who does not own it', () => ({ fromDomainId: 'akane', toDomainId: 'mizuki' }), 'loan-owner-invalid'],
    ['is to nobody', () => ({ toDomainId: 'nowhere' }), 'loan-borrower-missing'],
  ])('because it %s, is refused', async (_, more, code) => {
    expect(await commitAs(maker, [aLoan(more())])).toBe(code);
    expect((await stage.app.store.read(['deviceLoan/l1']))[0]).toBeNull();
  });

  it('because it is given to nobody, or said to be another\'s, before it begins, is refused and stays as it was', async () => {
    expect(await commitAs(maker, [aLoan({ from: inHours(1) })])).toBe('done');
    const change = (field: string, value: string): Write => ({ kind: 'update', path: 'deviceLoan/l1', fields: [{ field: [field], value }] });
    expect([await commitAs(maker, [change('toDomainId', 'nowhere')]), await commitAs(maker, [change('serial', 'akane-A')])]).toEqual(['loan-borrower-missing', 'loan-owner-invalid']);
    expect((await stage.app.store.read(['deviceLoan/l1']))[0]?.data).toMatchObject({ serial: SERIAL, toDomainId: 'akane' });
  });

  it('because the device is out of use, is refused', async () => {
    await stage.commit([{ kind: 'update', path: `device/${SERIAL}`, fields: [{ field: ['roomId'], value: null }, { field: ['retiredAt'], value: encodeValue(now()) }] }]);
    expect(await commitAs(maker, [aLoan()])).toBe('loan-device-archived');
    await stage.commit([{ kind: 'update', path: `device/${SERIAL}`, fields: [{ field: ['retiredAt'], value: null }] }]);
  });

  it('because another has the device then, is refused, also while that one is overdue; once it is back it can be', async () => {
    expect(await commitAs(maker, [aLoan({ from: inHours(-3), until: inHours(2) })])).toBe('done');
    expect(await commitAs(maker, [second({ from: inHours(1), until: inHours(9) })])).toBe('loan-overlap-conflict');
    expect(await commitAs(maker, [second({ from: inHours(2), until: inHours(9) })])).toBe('done');
    expect(await commitAs(maker, [changeLoan('until', inHours(3))])).toBe('loan-overlap-conflict');
    expect(await commitAs(maker, [{ kind: 'delete', path: 'deviceLoan/l2' }])).toBe('done');
    clock.aheadMs = 3 * HOUR_MS;
    expect(await commitAs(maker, [second({ from: inHours(20), until: inHours(30) })])).toBe('loan-overlap-conflict');
    expect(await commitAs(maker, [changeLoan('returnedAt', now())])).toBe('done');
    expect(await commitAs(maker, [second({ from: now(), until: inHours(30) })])).toBe('done');
  });

  it('because two lend the device at one instant, is refused to one of them', async () => {
    const answers = await Promise.all([commitAs(maker, [aLoan()]), commitAs(maker, [second({})])]);
    expect(answers.toSorted()).toEqual(['done', 'loan-overlap-conflict']);
    const both = await stage.app.store.read(['deviceLoan/l1', 'deviceLoan/l2']);
    expect(both.filter((loan) => loan !== null).length).toBe(1);
  });

  it('because it would change what has been, is refused: one that has begun stays, one that is over keeps its dates', async () => {
    expect(await commitAs(maker, [aLoan()])).toBe('done');
    expect(await commitAs(maker, [{ kind: 'delete', path: 'deviceLoan/l1' }])).toBe('loan-begun-in-use');
    expect(await commitAs(maker, [changeLoan('from', inHours(-5))])).toBe('loan-begun-in-use');
    expect(await commitAs(maker, [{ kind: 'update', path: 'deviceLoan/l1', fields: [{ field: ['toDomainId'], value: 'mizuki' }] }])).toBe('loan-begun-in-use');
    expect(await commitAs(maker, [changeLoan('returnedAt', now())])).toBe('done');
    expect(await commitAs(maker, [changeLoan('until', inHours(9))])).toBe('loan-returned-archived');
    expect(await commitAs(maker, [{ kind: 'delete', path: 'deviceLoan/l1' }])).toBe('loan-begun-in-use');
    expect(await commitAs(maker, [{ kind: 'update', path: 'deviceLoan/l1', fields: [{ field: ['note'], value: '箱に傷' }] }])).toBe('done');
  });
});
