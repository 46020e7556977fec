import { encodeValue, type Write } from '@yamori/domain';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  changeLoan,
  HOUR_MS,
  startLoanFixture,
  SERIAL,
  type LoanFixture,
} from './testing/lent-device.ts';

let fixture: LoanFixture;
let maker: string;
beforeAll(async () => {
  fixture = await startLoanFixture();
  await fixture.addMember('maker@yamori.example', 'akane', 101);
  maker = await fixture.signIn('maker@yamori.example');
});
afterEach(async () => {
  fixture.clock.aheadMs = 0;
  const left = await fixture.app.store.read(['deviceLoan/l1', 'deviceLoan/l2']);
  await fixture.commit(
    left.flatMap((loan): Write[] => (loan === null ? [] : [{ kind: 'delete', path: loan.path }])),
  );
});
afterAll(() => fixture.close());

const aLoan: LoanFixture['aLoan'] = (more) => fixture.aLoan(more);
const inHours = (hours: number): Date => fixture.inHours(hours);
const commitAs: LoanFixture['commitAs'] = (cookie, writes) => fixture.commitAs(cookie, writes);

const sameInstant = (at: Date) => ({ from: at, until: at });

describe('loan invariants', () => {
  const second = (more: Readonly<Record<string, unknown>>): Write => ({
    ...aLoan(more),
    path: 'deviceLoan/l2',
  });

  it.each<[string, () => Readonly<Record<string, unknown>>, string]>([
    ['ends before it begins', () => ({ until: inHours(-2) }), 'loan-span-invalid'],
    ['ends when it begins', () => sameInstant(inHours(1)), 'loan-span-invalid'],
    ['came back before it began', () => ({ returnedAt: inHours(-2) }), 'loan-return-invalid'],
    ['came back tomorrow', () => ({ returnedAt: inHours(24) }), 'loan-return-invalid'],
    ['is to its owner', () => ({ toDomainId: 'mizuki' }), 'loan-owner-invalid'],
    [
      'is from another organisation than its owner',
      () => ({ fromDomainId: 'akane', toDomainId: 'mizuki' }),
      'loan-owner-invalid',
    ],
    ['is to an unknown organisation', () => ({ toDomainId: 'nowhere' }), 'loan-borrower-missing'],
  ])('a loan that %s is rejected', async (_, more, code) => {
    expect(await commitAs(maker, [aLoan(more())])).toBe(code);
    expect((await fixture.app.store.read(['deviceLoan/l1']))[0]).toBeNull();
  });

  it('a planned loan cannot change to an unknown borrower or another owner', async () => {
    expect(await commitAs(maker, [aLoan({ from: inHours(1) })])).toBe('done');
    const change = (field: string, value: string): Write => ({
      kind: 'update',
      path: 'deviceLoan/l1',
      fields: [{ field: [field], value }],
    });
    expect([
      await commitAs(maker, [change('toDomainId', 'nowhere')]),
      await commitAs(maker, [change('serial', 'akane-A')]),
    ]).toEqual(['loan-borrower-missing', 'loan-owner-invalid']);
    expect((await fixture.app.store.read(['deviceLoan/l1']))[0]?.data).toMatchObject({
      serial: SERIAL,
      toDomainId: 'akane',
    });
  });

  it('a loan of a retired device is rejected', async () => {
    await fixture.commit([
      {
        kind: 'update',
        path: `device/${SERIAL}`,
        fields: [
          { field: ['roomId'], value: null },
          { field: ['retiredAt'], value: encodeValue(fixture.now()) },
        ],
      },
    ]);
    expect(await commitAs(maker, [aLoan()])).toBe('loan-device-archived');
    await fixture.commit([
      { kind: 'update', path: `device/${SERIAL}`, fields: [{ field: ['retiredAt'], value: null }] },
    ]);
  });

  it('a loan that overlaps another is rejected, even if that one is overdue, until the device is back', async () => {
    expect(await commitAs(maker, [aLoan({ from: inHours(-3), until: inHours(2) })])).toBe('done');
    expect(await commitAs(maker, [second({ from: inHours(1), until: inHours(9) })])).toBe(
      'loan-overlap-conflict',
    );
    expect(await commitAs(maker, [second({ from: inHours(2), until: inHours(9) })])).toBe('done');
    expect(await commitAs(maker, [changeLoan('until', inHours(3))])).toBe('loan-overlap-conflict');
    expect(await commitAs(maker, [{ kind: 'delete', path: 'deviceLoan/l2' }])).toBe('done');
    fixture.clock.aheadMs = 3 * HOUR_MS;
    expect(await commitAs(maker, [second({ from: inHours(20), until: inHours(30) })])).toBe(
      'loan-overlap-conflict',
    );
    expect(await commitAs(maker, [changeLoan('returnedAt', fixture.now())])).toBe('done');
    expect(await commitAs(maker, [second({ from: fixture.now(), until: inHours(30) })])).toBe(
      'done',
    );
  });

  it('one of two concurrent loans of a device is rejected', async () => {
    const answers = await Promise.all([commitAs(maker, [aLoan()]), commitAs(maker, [second({})])]);
    expect(answers.toSorted()).toEqual(['done', 'loan-overlap-conflict']);
    const both = await fixture.app.store.read(['deviceLoan/l1', 'deviceLoan/l2']);
    expect(both.filter((loan) => loan !== null).length).toBe(1);
  });

  it('a loan that has begun cannot be deleted, and a returned loan cannot change its dates', async () => {
    expect(await commitAs(maker, [aLoan()])).toBe('done');
    expect(await commitAs(maker, [{ kind: 'delete', path: 'deviceLoan/l1' }])).toBe(
      'loan-begun-in-use',
    );
    expect(await commitAs(maker, [changeLoan('from', inHours(-5))])).toBe('loan-begun-in-use');
    expect(
      await commitAs(maker, [
        {
          kind: 'update',
          path: 'deviceLoan/l1',
          fields: [{ field: ['toDomainId'], value: 'mizuki' }],
        },
      ]),
    ).toBe('loan-begun-in-use');
    expect(await commitAs(maker, [changeLoan('returnedAt', fixture.now())])).toBe('done');
    expect(await commitAs(maker, [changeLoan('until', inHours(9))])).toBe('loan-returned-archived');
    expect(await commitAs(maker, [{ kind: 'delete', path: 'deviceLoan/l1' }])).toBe(
      'loan-begun-in-use',
    );
    expect(
      await commitAs(maker, [
        { kind: 'update', path: 'deviceLoan/l1', fields: [{ field: ['note'], value: '箱に傷' }] },
      ]),
    ).toBe('done');
  });
});
