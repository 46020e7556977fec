import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  openTemporaryDatabase,
  type TemporaryDatabase,
} from '../../../testing/temporary-database.ts';
import { aBrowser, startProvider, type ProviderStandIn } from '../testing/provider-stand-in.ts';
import {
  browserId,
  createPushSubscriptionStore,
  type PushSubscriptionStore,
} from './push-subscription-store.ts';
import { createSubscriptionExpiry } from './expire-subscriptions.ts';
import { newPushKey, openPushKeys } from './push-keys.ts';
import { createPushChannel } from './push-channel.ts';

const ENDS = new Date('2026-03-02T12:00:00Z');
const clock = { now: new Date('2026-03-02T00:00:00Z') };
let temporary: TemporaryDatabase;
let push: ProviderStandIn;
let browsers: PushSubscriptionStore;
let look: () => Promise<void>;
beforeAll(async () => {
  [temporary, push] = [await openTemporaryDatabase(), await startProvider()];
  browsers = createPushSubscriptionStore(temporary.database, {
    seal: (plain) => plain,
    open: (sealed) => sealed,
  });
  ({ look } = createSubscriptionExpiry({
    push: createPushChannel({
      keys: await openPushKeys(newPushKey(), 'mailto:ward@ward.example'),
      hosts: [push.host],
      nowMs: () => clock.now.getTime(),
    }),
    browsers,
    now: () => clock.now,
    log: pino({ level: 'silent' }),
    getContact: async () => null,
    readTimeZone: async () => 'Asia/Tokyo',
  }));
});
afterAll(async () => {
  await push.close();
  await temporary.drop();
});
beforeEach(async () => {
  clock.now = new Date('2026-03-02T00:00:00Z');
  await temporary.database.query({ text: 'delete from auth_user' });
});

/**
 * Registers a browser for each of `count` members whose sessions end soon; returns a function that
 * counts the warnings of each since then.
 */
async function subscribe(prefix: string, count: number): Promise<() => number[]> {
  const paths = Array.from({ length: count }, (_, index) => `/${prefix}/${index}`);
  for (const path of paths) {
    const id = path.slice(1);
    await temporary.database.query({
      text: 'insert into auth_user (id, name, email) values ($1, $1, $1)',
      values: [id],
    });
    await temporary.database.query({
      text: 'insert into auth_session (id, token_hash, user_id, expires_at, updated_at) values ($1, $1, $1, $2, now())',
      values: [id, ENDS],
    });
    await browsers.put(
      { userId: id, sessionId: id },
      aBrowser(`${push.address}${path}`).subscription,
    );
  }
  return () => paths.map((path) => push.to(path).length);
}

describe('createSubscriptionExpiry', () => {
  it('warns any number of browsers in one pass, once each', async () => {
    const countWarnings = await subscribe('many', 120);
    await look();
    expect(new Set(countWarnings())).toEqual(new Set([1]));
    clock.now = new Date('2026-03-02T11:00:00Z');
    await look();
    expect(new Set(countWarnings())).toEqual(new Set([1]));
  });

  it('retries the browsers of a server that died, once its claims have expired', async () => {
    const countWarnings = await subscribe('left', 1);
    await browsers.claimEnding({ now: clock.now, by: ENDS, abandonedBefore: clock.now }, 50);
    await look();
    expect(countWarnings()).toEqual([0]);
    clock.now = new Date('2026-03-02T00:21:00Z');
    await look();
    await look();
    expect(countWarnings()).toEqual([1]);
  });

  it('retries failed deliveries in the next pass, but not after the session has ended', async () => {
    const countWarnings = await subscribe('refused', 2);
    push.answer('/refused/0', 503);
    await look();
    expect(countWarnings()).toEqual([1, 1]);
    await look();
    expect(countWarnings()).toEqual([2, 1]);
    await temporary.database.query({
      text: 'update push_browser set end_told_at = null where id = $1',
      values: [browserId(`${push.address}/refused/1`)],
    });
    clock.now = ENDS;
    await look();
    expect(countWarnings()).toEqual([2, 1]);
  });
});
