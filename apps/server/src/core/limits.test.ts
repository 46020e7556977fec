import { describe, expect, it } from 'vitest';
import { toSubnet } from './http/address-limit.ts';
import {
  createConcurrencyLimit,
  createKeyedLock,
  createTokenBucket,
  createWindowLimit,
} from './limits.ts';

const createClock = () => {
  const clock = { ms: 0, now: () => clock.ms };
  return clock;
};

describe('createTokenBucket', () => {
  it('allows its capacity immediately and then its rate', () => {
    const clock = createClock();
    const bucket = createTokenBucket({ capacity: 3, perSecond: 1 }, clock.now);
    const takeFour = () => [bucket.take(), bucket.take(), bucket.take(), bucket.take()];
    expect(takeFour()).toEqual([true, true, true, false]);
    clock.ms = 2_000;
    expect(takeFour()).toEqual([true, true, false, false]);
    clock.ms = 60_000;
    expect(takeFour()).toEqual([true, true, true, false]);
  });

  it('lends tokens up to the debt and reports when they are refilled', () => {
    const clock = createClock();
    const bucket = createTokenBucket({ capacity: 10, perSecond: 10, maxDebt: 5 }, clock.now);
    expect([bucket.take(14), bucket.debtMs()]).toEqual([true, 400]);
    expect([bucket.take(2), bucket.debtMs()]).toEqual([false, 400]);
    clock.ms = 300;
    expect(bucket.debtMs()).toBe(100);
    clock.ms = 900;
    expect([bucket.debtMs(), bucket.take(5), bucket.debtMs()]).toEqual([0, true, 0]);
  });

  it('takes no tokens for a clock that was set back', () => {
    const clock = createClock();
    const bucket = createTokenBucket({ capacity: 1, perSecond: 1 }, clock.now);
    clock.ms = -60_000;
    expect([bucket.take(), bucket.take()]).toEqual([true, false]);
  });
});

describe('createWindowLimit', () => {
  it('counts each key in a window that begins with its first count', () => {
    const clock = createClock();
    const count = createWindowLimit({ max: 2, windowMs: 60_000, maxKeys: 10 }, clock.now);
    expect([count('a'), count('a'), count('b')]).toEqual([0, 0, 0]);
    clock.ms = 20_000;
    expect([count('a'), count('b'), count('b')]).toEqual([40_000, 0, 40_000]);
    clock.ms = 60_000;
    expect([count('a'), count('a'), count('a')]).toEqual([0, 0, 60_000]);
  });

  it('forgets the oldest window beyond its maximum of keys', () => {
    const count = createWindowLimit({ max: 1, windowMs: 60_000, maxKeys: 2 }, () => 0);
    expect([count('a'), count('b'), count('c')]).toEqual([0, 0, 0]);
    expect([count('b'), count('c'), count('a')]).toEqual([60_000, 60_000, 0]);
  });
});

describe('createConcurrencyLimit', () => {
  const limitConnections = (total: number, perAddress: number) => {
    const acquire = createConcurrencyLimit({ total, address: perAddress });
    return (address: string) => acquire({ total: '', address: toSubnet(address) });
  };
  const name = (acquired: ReturnType<ReturnType<typeof limitConnections>>) =>
    acquired.kind === 'full' ? acquired.limit : null;

  it('counts in total and by address, treats an IPv6 network as one, and reuses freed places', () => {
    const connect = limitConnections(4, 2);
    const first = connect('192.0.2.1');
    expect([name(connect('::ffff:192.0.2.1')), name(connect('192.0.2.1'))]).toEqual([
      null,
      'address',
    ]);
    expect([name(connect('2001:db8::1')), name(connect('2001:db8::ffff'))]).toEqual([null, null]);
    expect(name(connect('198.51.100.7'))).toBe('total');
    if (first.kind === 'acquired') first.release();
    expect([name(connect('198.51.100.7')), name(connect('192.0.2.1'))]).toEqual([null, 'total']);
  });

  it('frees a place once, although its release is called again', () => {
    const connect = limitConnections(9, 2);
    const first = connect('10.0.0.1');
    connect('10.0.0.1');
    if (first.kind === 'full') expect.fail('no place');
    first.release();
    first.release();
    expect([name(connect('10.0.0.1')), name(connect('10.0.0.1'))]).toEqual([null, 'address']);
  });
});

describe('createKeyedLock', () => {
  it('gives the lock to one holder at a time, in order', async () => {
    const lock = createKeyedLock();
    const order: string[] = [];
    const hold = async (name: string): Promise<boolean> => {
      const { waited, release } = await lock.acquire('A');
      order.push(`${name} in`);
      await Promise.resolve();
      order.push(`${name} done`);
      release();
      return waited;
    };
    expect(await Promise.all([hold('first'), hold('second'), hold('third')])).toEqual([
      false,
      true,
      true,
    ]);
    expect(order).toEqual([
      'first in',
      'first done',
      'second in',
      'second done',
      'third in',
      'third done',
    ]);
    expect(lock.count()).toBe(0);
  });

  it('delays no other key and tolerates a second release', async () => {
    const lock = createKeyedLock();
    const own = await lock.acquire('A');
    expect((await lock.acquire('B')).waited).toBe(false);
    own.release();
    const again = await lock.acquire('A');
    expect(again.waited).toBe(false);
    own.release();
    expect(lock.count()).toBe(2);
  });
});
