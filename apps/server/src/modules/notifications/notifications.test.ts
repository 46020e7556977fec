import { createPublicKey, verify } from 'node:crypto';
import {
  accidentCollection,
  accidentApi,
  ACCESS_LEVELS,
  encodeValue,
  organisationApi,
  noticeApi,
  overAccident,
  repeatedAccident,
  problem,
  roomCollection,
  type NotificationChannels,
} from '@yamori/domain';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startLiveFixture, type LiveFixture } from '../../testing/live-fixture.ts';
import { startMailServer, type MailServer } from '../../testing/mail-server.ts';
import { openTestMail } from '../../testing/test-mail.ts';
import { pino } from 'pino';
import { createJobs } from '../../core/messaging/jobs/jobs.ts';
import { changed, createAlarmRepository, SERVER } from '../alarms/repository.ts';
import { createNotification } from '../alarms/escalation.ts';
import { formatTime } from './notification-texts.ts';
import { browserId, createPushSubscriptionStore } from './push/push-subscription-store.ts';
import { createSubscriptionExpiry } from './push/expire-subscriptions.ts';
import { newPushKey, openPushKeys } from './push/push-keys.ts';
import { createPushChannel } from './push/push-channel.ts';
import { aBrowser, startProvider, type ProviderStandIn } from './testing/provider-stand-in.ts';

const LINE_PATH = '/v2/bot/message/push';
let fixture: LiveFixture;
let push: ProviderStandIn;
let line: ProviderStandIn;
let mails: MailServer;
const cookies: Record<'carer' | 'manager' | 'agency' | 'elsewhere', string> = {
  carer: '',
  manager: '',
  agency: '',
  elsewhere: '',
};
beforeAll(async () => {
  [push, line, mails] = [await startProvider(), await startProvider(), await startMailServer()];
  fixture = await startLiveFixture({
    publicOrigin: null,
    mail: (database) => openTestMail(database, mails.url, pino({ level: 'silent' })),
    notifications: {
      push: { hosts: [push.host, '127.0.0.1:1'], contact: 'mailto:ward@ward.example' },
      line: { channelToken: 'a channel token of a test', address: line.address },
      answerTimeoutMs: 2_000,
    },
  });
  for (const [name, email] of [
    ['carer', 'staff@akane.example'],
    ['manager', 'carer@akane.example'],
    ['agency', 'agency@akane.example'],
    ['elsewhere', 'carer@mizuki.example'],
  ] as const)
    cookies[name] = await fixture.signIn(email);
  await vi.waitFor(
    async () =>
      expect(
        roomCollection.schema.shape.live.parse(
          (await fixture.app.store.read(['room/akane-1']))[0]?.data['live'] ?? null,
        ),
      ).not.toBeNull(),
    { timeout: 120_000 },
  );
});
afterAll(async () => {
  await fixture.close();
  for (const server of [push, line, mails]) await server.close();
});
/** Alarms left open by a failed test would cause notifications in the next one. */
async function endAll(): Promise<void> {
  const left = await fixture.app.store.list({
    collection: 'room/akane-1/accident',
    group: false,
    filters: [{ field: ['state'], op: '!=', value: 'resolved' }],
    orderBy: [],
    offset: 0,
  });
  for (const { id } of left)
    await call(`/api/rooms/akane-1/accidents/${id}/resolve`, cookies.manager, { outcome: 'test' });
}
afterEach(async () => {
  await endAll();
  await groups();
  await fixture.temporary.database.query({ text: 'delete from push_browser' });
  await fixture.temporary.database.query({
    text: `delete from jobs where state in ('waiting', 'running') and kind like 'notice%'`,
  });
});

const call = (path: string, cookie: string, body?: object) =>
  fetch(`${fixture.address}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      cookie,
      origin: fixture.address,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
const ways = async (cookie: string): Promise<NotificationChannels> =>
  noticeApi.ways.reply.parse(await (await call('/api/notices/ways', cookie)).json());
let made = 0;
/** A member’s browser, with its own path at the push service. */
async function subscribe(cookie: string, host = push.host) {
  made += 1;
  const path = `/push/${made}`;
  const browser = aBrowser(`http://${host}${path}`);
  expect((await call('/api/notices/browsers', cookie, browser.subscription)).status).toBe(204);
  return { path, ...browser };
}
type Subscribed = Awaited<ReturnType<typeof subscribe>>;
/** Its notifications with sound, and their silent replacements. */
const listPushes = ({ path, read }: Subscribed, isQuiet: boolean) =>
  push
    .to(path)
    .map(({ body }) => read(body))
    .filter(({ quiet }) => (quiet === true) === isQuiet);
const listLoud = (browser: Subscribed) => listPushes(browser, false).map(({ body }) => body);
const listQuiet = (browser: Subscribed) => listPushes(browser, true).map(({ body }) => body);
/**
 * An alarm reported by a carer, through the real route, repository and outbox. Returns a function
 * that resolves it.
 */
async function report(kind: 'fall' | 'apnea' | 'bedExit' = 'fall') {
  const reply = await call('/api/rooms/akane-1/accidents', cookies.manager, {
    kind,
    severity: 'high',
    note: 'x',
  });
  expect(reply.status, await reply.clone().text()).toBe(200);
  const { id } = accidentApi.report.reply.parse(await reply.json());
  const send = async (verb: string, body: object = {}): Promise<void> =>
    expect(
      (await call(`/api/rooms/akane-1/accidents/${id}/${verb}`, cookies.manager, body)).status,
    ).toBe(200);
  return { id, send, end: () => send('resolve', { outcome: 'test' }) };
}
const choose = (email: string, notify: object) =>
  fixture.app.identity.findUserId(email).then((userId) =>
    fixture.commit([
      {
        kind: 'update',
        path: `staff/${userId ?? ''}`,
        fields: [{ field: ['notify'], value: encodeValue(notify) }],
      },
    ]),
  );
/**
 * Sets the groups and waits until the rule caches have the change: the alarm route follows the feed
 * like this listener, and before it.
 */
async function groups(...escalation: object[]): Promise<void> {
  const updated = Promise.withResolvers<void>();
  const following = fixture.app.feed.follow((event) => {
    if (event.kind === 'gap' || event.changes.some(({ path }) => path === 'domain/akane'))
      updated.resolve();
  });
  await fixture.commit([
    {
      kind: 'update',
      path: 'domain/akane',
      fields: [{ field: ['escalation'], value: encodeValue(escalation) }],
    },
  ]);
  await updated.promise;
  following.close();
}
const left = async (kind: string): Promise<string[]> =>
  (
    await fixture.temporary.database.query<{ state: string }>({
      text: `select state from jobs where kind = $1 and state in ('waiting', 'running')`,
      values: [kind],
    })
  ).map(({ state }) => state);

describe('push notifications to a browser', () => {
  it('a push has room and kind, encrypted for the browser, signed by the installation, and never names the person', async () => {
    const { publicKey } = (await ways(cookies.carer)).push ?? expect.fail('no push');
    const browser = await subscribe(cookies.carer);
    expect((await ways(cookies.carer)).push?.browsers).toHaveLength(1);
    const accident = await report();
    await expect.poll(() => push.to(browser.path)).toHaveLength(1);
    const { headers, body } = push.to(browser.path)[0] ?? expect.fail('nothing came');
    expect(browser.read(body)).toMatchObject({
      title: '201 転倒',
      path: '/room/akane-1/accident',
      tag: `akane-1/${accident.id}`,
    });
    expect(body.toString('latin1')).not.toContain('akane');
    expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'high', ttl: '900' });
    const [, token = '', key = ''] =
      /^vapid t=(.+), k=(.+)$/.exec(headers.authorization ?? '') ?? [];
    expect(key).toBe(publicKey);
    const [head = '', claims = '', signature = ''] = token.split('.');
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
      aud: push.address,
      sub: 'mailto:ward@ward.example',
    });
    const point = Buffer.from(key, 'base64url');
    const signer = createPublicKey({
      format: 'jwk',
      key: {
        kty: 'EC',
        crv: 'P-256',
        x: point.subarray(1, 33).toString('base64url'),
        y: point.subarray(33).toString('base64url'),
      },
    });
    expect(
      verify(
        'sha256',
        Buffer.from(`${head}.${claims}`),
        { key: signer, dsaEncoding: 'ieee-p1363' },
        Buffer.from(signature, 'base64url'),
      ),
    ).toBe(true);
    await accident.end();
  });

  it('a browser gets one push for an unanswered alarm, none for a resolved one and none for another organisation', async () => {
    const [browser, elsewhere] = [
      await subscribe(cookies.carer),
      await subscribe(cookies.elsewhere),
    ];
    const accident = await report();
    await expect.poll(() => push.to(browser.path)).toHaveLength(1);
    await report();
    await accident.send('acknowledge');
    await accident.send('withdraw');
    await expect
      .poll(() => listLoud(browser))
      .toEqual([expect.stringContaining('まだ誰も'), expect.stringContaining('取り消され')]);
    await accident.end();
    expect(push.to(elsewhere.path)).toEqual([]);
  });

  it('a browser gets a push for its group, or without groups if its member may respond', async () => {
    const [carer, manager, agency] = [
      await subscribe(cookies.carer),
      await subscribe(cookies.manager),
      await subscribe(cookies.agency),
    ];
    const recipientCounts = () =>
      [carer, manager, agency].map((browser) => listLoud(browser).length);
    const everybody = await report();
    await expect.poll(() => recipientCounts()).toEqual([1, 1, 0]);
    await everybody.end();
    await groups({
      name: 'floor',
      userIds: [
        await fixture.app.identity.findUserId('carer@akane.example'),
        await fixture.app.identity.findUserId('carer@mizuki.example'),
      ],
      afterMinutes: null,
    });
    const grouped = await report();
    await expect.poll(() => recipientCounts()).toEqual([1, 2, 0]);
    await grouped.end();
    // An empty group, or one without a possible responder, must not silence the others.
    for (const [userIds, then] of [
      [[], [2, 3, 0]],
      [[await fixture.app.identity.findUserId('agency@akane.example')], [3, 4, 1]],
    ] as const) {
      await groups({ name: 'nobody', userIds, afterMinutes: null });
      const unreached = await report();
      await expect.poll(() => recipientCounts()).toEqual(then);
      await unreached.end();
    }
  });

  it('a browser is deleted if its push service reports it gone, moves to its next subscriber, and can be removed', async () => {
    const [gone, missing, shared] = [
      await subscribe(cookies.carer),
      await subscribe(cookies.carer),
      await subscribe(cookies.carer),
    ];
    push.answer(gone.path, 410);
    push.answer(missing.path, 404);
    expect((await call('/api/notices/browsers', cookies.manager, shared.subscription)).status).toBe(
      204,
    );
    const accident = await report();
    await expect.poll(async () => (await ways(cookies.carer)).push?.browsers).toHaveLength(0);
    await accident.end();
    expect(
      (
        await call('/api/notices/browsers/remove', cookies.carer, {
          endpoint: shared.subscription.endpoint,
        })
      ).status,
    ).toBe(204);
    expect((await ways(cookies.manager)).push?.browsers).toHaveLength(1);
    expect(
      (
        await call('/api/notices/browsers/remove', cookies.manager, {
          endpoint: shared.subscription.endpoint,
        })
      ).status,
    ).toBe(204);
    expect((await ways(cookies.manager)).push?.browsers).toHaveLength(0);
  });

  it('a browser gets no more pushes after its session is ended from another device', async () => {
    const phone = await fixture.signIn('staff@akane.example');
    const lost = await subscribe(phone);
    const kept = await subscribe(cookies.carer);
    expect((await ways(cookies.carer)).push?.browsers).toHaveLength(2);
    expect((await call('/api/session/end-others', cookies.carer, {})).ok).toBe(true);
    // The lost browser stays known for its next user but gets no pushes.
    expect((await ways(cookies.carer)).push?.browsers.map(({ until }) => until === null)).toEqual([
      true,
      false,
    ]);
    const accident = await report();
    await expect.poll(() => push.to(kept.path).length).toBe(1);
    expect(push.to(lost.path)).toEqual([]);
    await accident.end();
    expect(
      (
        await call(
          '/api/notices/browsers',
          await fixture.signIn('staff@akane.example'),
          lost.subscription,
        )
      ).status,
    ).toBe(204);
    expect((await ways(cookies.carer)).push?.browsers.map(({ until }) => until === null)).toEqual([
      false,
      false,
    ]);
  });

  it('the route rejects an unknown push service or missing keys, and an eleventh browser replaces the oldest', async () => {
    const reply = await call(
      '/api/notices/browsers',
      cookies.carer,
      aBrowser('http://169.254.169.254/latest').subscription,
    );
    expect([reply.status, problem.parse(await reply.json()).code]).toEqual([
      403,
      'push-service-refused',
    ]);
    expect(
      (
        await call('/api/notices/browsers', cookies.carer, {
          endpoint: `${push.address}/x`,
          keys: { p256dh: 'short', auth: 'short' },
        })
      ).status,
    ).toBe(400);
    for (let one = 0; one < 11; one += 1) await subscribe(cookies.carer);
    expect((await ways(cookies.carer)).push?.browsers).toHaveLength(10);
  });
});

describe('displayed push notifications', () => {
  it('a push is replaced silently once a carer responds or the alarm ends, and by the alarm after a withdrawal', async () => {
    const browser = await subscribe(cookies.carer);
    const accident = await report();
    await expect.poll(() => listLoud(browser)).toHaveLength(1);
    const late = await subscribe(cookies.manager);
    await accident.send('acknowledge');
    await expect.poll(() => listQuiet(browser)).toEqual([expect.stringContaining('対応中')]);
    await accident.send('withdraw');
    await expect.poll(() => listLoud(browser)).toHaveLength(2);
    await accident.send('arrive');
    await expect.poll(() => listQuiet(browser)).toHaveLength(2);
    await accident.end();
    await expect.poll(() => listQuiet(browser).at(-1)).toContain('終わりました');
    const [raised, going] = [listPushes(browser, false)[0], listPushes(browser, true)[0]];
    expect([going?.tag, going?.title]).toEqual([raised?.tag, raised?.title]);
    expect(push.to(browser.path).map(({ headers }) => headers.urgency)).toEqual([
      'high',
      'low',
      'high',
      'low',
      'low',
    ]);
    // It got the alarm again after the withdrawal, but no replacement of alarms never shown there.
    expect(listLoud(late)).toEqual([expect.stringContaining('取り消され')]);
    await expect
      .poll(() => fixture.temporary.database.query({ text: 'select id from push_shown' }))
      .toEqual([]);
  });

  it('a silent push reports the end of a cause, then its return, then a responder', async () => {
    const browser = await subscribe(cookies.carer);
    const accident = await report('apnea');
    await expect.poll(() => listLoud(browser)).toHaveLength(1);
    const jobs = createJobs({
      database: fixture.temporary.database,
      bus: fixture.bus,
      log: pino({ level: 'silent' }),
      limits: {},
    });
    const repository = createAlarmRepository({
      store: fixture.app.store,
      notifications: {
        order: async (queries, rootDomainId, notification) => {
          await jobs.add(queries, {
            rootDomainId,
            kind: 'alarmNotice',
            subject: `${notification.what} of ${accident.id}`,
            parameters: notification,
          });
        },
        wake: () => jobs.wake('alarmNotice'),
      },
    });
    await repository.update({ roomId: 'akane-1' }, SERVER, async (room) => {
      const known = await room.find(accident.id);
      if (known === null) throw new Error('the reported alarm is gone');
      const at = new Date(known.accident.raisedAt.getTime() + 1000);
      const over = overAccident({ ...known.accident, source: 'sensor' }, at, false);
      if (over === null) throw new Error('the alarm cannot be over');
      return changed(accident.id, over, { notification: createNotification('over', 0, at, null) });
    });
    await expect.poll(() => listQuiet(browser)).toEqual([expect.stringContaining('まだ誰も確認')]);
    await repository.update({ roomId: 'akane-1' }, SERVER, async (room) => {
      const known = await room.find(accident.id);
      if (known === null) throw new Error('the reported alarm is gone');
      const at = new Date(known.accident.raisedAt.getTime() + 2000);
      const repeated = repeatedAccident(known.accident, at);
      if (repeated === null) throw new Error('the alarm cannot repeat');
      return changed(accident.id, repeated, {
        notification: createNotification('ongoing', 0, at, null),
      });
    });
    await expect
      .poll(() => listQuiet(browser).at(-1))
      .toContain('くり返しています。まだ誰も向かって');
    await accident.send('acknowledge');
    await expect.poll(() => listQuiet(browser).at(-1)).toContain('くり返しています。対応中');
    await jobs.close();
    await accident.end();
  });

  it('a browser that another member now uses gets no replacement', async () => {
    const shared = await subscribe(cookies.carer);
    const accident = await report();
    await expect.poll(() => listLoud(shared)).toHaveLength(1);
    expect(
      (await call('/api/notices/browsers', cookies.elsewhere, shared.subscription)).status,
    ).toBe(204);
    const own = await subscribe(cookies.manager);
    await accident.send('acknowledge');
    await accident.send('withdraw');
    await expect.poll(() => listLoud(own)).toHaveLength(1);
    await expect
      .poll(async () => [...(await left('noticeClose')), ...(await left('noticePush'))])
      .toEqual([]);
    expect(push.to(shared.path)).toHaveLength(1);
    await accident.end();
  });
});

describe('browsers whose session expires', () => {
  it('a browser gets a silent warning a day before, once, and again after a failed delivery', async () => {
    const [soon, later] = [
      await subscribe(await fixture.signIn('staff@akane.example')),
      await subscribe(cookies.carer),
    ];
    const ends = Date.now() + 20 * 3_600_000;
    await fixture.temporary.database.query({
      text: `update auth_session set expires_at = $1 where id = (select session_id from push_browser where id = $2)`,
      values: [new Date(ends), browserId(soon.subscription.endpoint)],
    });
    const box = {
      seal: (plain: Buffer) => plain,
      open: (): Buffer => Buffer.from(JSON.stringify(soon.subscription)),
    };
    const ending = createSubscriptionExpiry({
      push: createPushChannel({
        keys: await openPushKeys(newPushKey(), 'mailto:ward@ward.example'),
        hosts: [push.host],
        nowMs: Date.now,
      }),
      browsers: createPushSubscriptionStore(fixture.temporary.database, box),
      now: () => new Date(),
      log: pino({ level: 'silent' }),
      getContact: async () => null,
      readTimeZone: async () => 'Asia/Tokyo',
    });
    push.answer(soon.path, 503);
    for (let look = 0; look < 3; look += 1) await ending.look();
    expect(listPushes(soon, true).map(({ title, body }) => [title, body])).toEqual(
      Array.from({ length: 2 }, () => [
        expect.stringContaining('もうすぐ止まります'),
        expect.stringContaining(formatTime('ja', 'Asia/Tokyo', new Date(ends))),
      ]),
    );
    expect(push.to(later.path)).toEqual([]);
    expect((await ways(cookies.carer)).push?.browsers.map(({ until }) => until)).toContain(
      new Date(ends).toISOString(),
    );
  });
});

describe('recipients of an alarm in an organisation', () => {
  const reach = async (cookie: string, domain = 'akane') =>
    call(`/api/domains/${domain}/notice-reach`, cookie);
  it('each member’s channels are visible only to those who may set the groups', async () => {
    await subscribe(cookies.carer);
    await choose('carer@akane.example', { line: true, email: true });
    const findUserId = (email: string) => fixture.app.identity.findUserId(email);
    const { people } = organisationApi.noticeReach.reply.parse(
      await (await reach(cookies.manager)).json(),
    );
    const [carer, manager] = [
      await findUserId('staff@akane.example'),
      await findUserId('carer@akane.example'),
    ];
    // A member who chose LINE without linking it is not reachable by LINE.
    expect(
      [carer, manager].map((userId) => people.find((one) => one.userId === userId)?.ways),
    ).toEqual([['push'], ['mail']]);
    expect([
      (await reach(cookies.carer)).status,
      (await reach(cookies.elsewhere)).status,
      (await reach(cookies.manager, 'mizuki')).status,
    ]).toEqual([403, 404, 404]);
    await choose('carer@akane.example', {});
  });
});

describe('a queued message', () => {
  it('the server drops it if its browser has another member or its member was suspended', async () => {
    await fixture.addMember('waiting@akane.example', 'akane', ACCESS_LEVELS.generalStaff);
    const [shared, suspended] = [
      await subscribe(cookies.carer),
      await subscribe(await fixture.signIn('waiting@akane.example')),
    ];
    for (const { path } of [shared, suspended]) push.answer(path, 503);
    const userId = (await fixture.app.identity.findUserId('waiting@akane.example')) ?? '';
    const accident = await report();
    await expect
      .poll(() => [shared, suspended].map(({ path }) => push.to(path).length))
      .toEqual([1, 1]);
    expect(
      (await call('/api/notices/browsers', cookies.elsewhere, shared.subscription)).status,
    ).toBe(204);
    // Runs after the sessions of the suspended member have ended, which also removes the browser.
    await fixture.temporary.database.query({
      text: `update documents set data = jsonb_set(data, '{state}', '"suspended"') where path = $1`,
      values: [`staff/${userId}`],
    });
    await expect.poll(() => left('noticePush')).toEqual([]);
    expect([shared, suspended].map(({ path }) => push.to(path).length)).toEqual([1, 1]);
    await accident.end();
  });
});

describe('the reach of an alarm', () => {
  const getId = (email: string) => fixture.app.identity.findUserId(email);
  const getReach = async (accidentId: string) => {
    const [found] = await fixture.app.store.read([`room/akane-1/accident/${accidentId}`]);
    const { reach, history } = accidentCollection.schema.parse(found?.data);
    return [reach, ...history.map(({ act, told }) => `${act ?? ''} ${told?.count ?? '?'}`)];
  };

  it('the alarm reaches no one once the push service reports the only browser gone', async () => {
    const wiped = await subscribe(cookies.carer);
    push.answer(wiped.path, 410);
    const accident = await report();
    await expect.poll(() => getReach(accident.id)).toEqual(['nobody', 'raised 0']);
    await accident.end();
  });

  it('includes the next group immediately when no message to the first one is delivered', async () => {
    const unreachable = await subscribe(cookies.carer, '127.0.0.1:1');
    const manager = await subscribe(cookies.manager);
    await groups(
      { name: 'floor', userIds: [await getId('staff@akane.example')], afterMinutes: null },
      { name: 'ward', userIds: [await getId('carer@akane.example')], afterMinutes: 60 },
    );
    const accident = await report();
    await expect.poll(async () => (await getReach(accident.id))[0]).toBe('sending');
    await expect
      .poll(() => getReach(accident.id), { timeout: 60_000 })
      .toEqual(['people', 'raised 0', 'escalated 1']);
    expect(listLoud(manager)).toHaveLength(1);
    // The message to the first group is still retried.
    expect(await left('noticePush')).toEqual(['waiting']);
    expect(unreachable.path).not.toBe('');
    await accident.end();
  });

  it('includes a member whose browser accepts a message only at a later attempt', async () => {
    const slow = await subscribe(cookies.carer);
    push.answer(slow.path, 503, 503, 503);
    const accident = await report();
    await expect
      .poll(() => getReach(accident.id), { timeout: 60_000 })
      .toEqual(['nobody', 'raised 0']);
    await expect
      .poll(() => getReach(accident.id), { timeout: 60_000 })
      .toEqual(['people', 'raised 1']);
    await accident.end();
  });
});

describe('a failing provider', () => {
  it('the server retries after a 500, a timeout or a refused connection, without delaying alarms or other channels', async () => {
    const [broken, silent, nowhere, well] = [
      await subscribe(cookies.carer),
      await subscribe(cookies.carer),
      await subscribe(cookies.manager, '127.0.0.1:1'),
      await subscribe(cookies.manager),
    ];
    push.answer(broken.path, 503);
    push.answer(silent.path, 'never');
    const accident = await report();
    await expect.poll(() => push.to(well.path)).toHaveLength(1);
    const second = await report('apnea');
    await expect.poll(() => push.to(well.path)).toHaveLength(2);
    await expect
      .poll(() => [push.to(broken.path).length, push.to(silent.path).length])
      .toEqual([3, 3]);
    expect(await left('alarmNotice')).toEqual([]);
    // A carer responds, which stops the remaining retries.
    await accident.end();
    await second.end();
    await expect.poll(() => left('noticePush')).toEqual([]);
    expect(nowhere.path).not.toBe('');
  });
});

describe('a test alarm', () => {
  it('takes the path of a real alarm from the device on, and notifies only its starter', async () => {
    const [mine, another] = [await subscribe(cookies.carer), await subscribe(cookies.manager)];
    const reply = await call('/api/rooms/akane-1/test-alarm', cookies.carer, {});
    expect(reply.status, await reply.clone().text()).toBe(200);
    const { accidentId } = accidentApi.test.reply.parse(await reply.json());
    const found = async () =>
      accidentCollection.schema.parse(
        (await fixture.app.store.read([`room/akane-1/accident/${accidentId}`]))[0]?.data,
      );
    await expect.poll(async () => (await found()).latencyMs).toBeTypeOf('number');
    expect(await found()).toMatchObject({ kind: 'test', evidence: { serial: 'akane-A' } });
    await expect
      .poll(() => push.to(mine.path).map(({ body }) => mine.read(body).title))
      .toEqual(['201 テスト']);
    const again = await call('/api/rooms/akane-1/test-alarm', cookies.carer, {});
    expect([again.status, problem.parse(await again.json()).code]).toEqual([
      409,
      'test-alarm-in-use',
    ]);
    expect(push.to(another.path)).toEqual([]);
    const room = roomCollection.schema.shape.live.parse(
      (await fixture.app.store.read(['room/akane-1']))[0]?.data['live'] ?? null,
    );
    expect([room?.accidents.map(({ kind }) => kind), room?.openAccidents]).toEqual([['test'], 1]);
  });
});

describe('LINE and mail', () => {
  it('members get the channels that they chose, LINE with the same key at every attempt', async () => {
    const userId = (await fixture.app.identity.findUserId('staff@akane.example')) ?? '';
    await fixture.temporary.database.query({
      text: `insert into auth_account (id, account_id, provider_id, user_id, updated_at) values ('l', 'U-of-the-carer', 'line', $1, now())`,
      values: [userId],
    });
    await fixture.temporary.database.query({
      text: `update auth_user set email_verified = false where email = 'carer@akane.example'`,
    });
    expect(await ways(cookies.carer)).toMatchObject({ mail: 'ready', line: 'ready' });
    expect(await ways(cookies.manager)).toMatchObject({ mail: 'unproven', line: 'unlinked' });
    const unchosen = await report('bedExit');
    // Recipients are looked up when the notification is delivered.
    await expect.poll(() => left('alarmNotice')).toEqual([]);
    await choose('staff@akane.example', { line: true, email: true });
    await unchosen.end();
    line.answer(LINE_PATH, 500, 409);
    const accident = await report();
    const mail = await mails.next('staff@akane.example');
    expect([mail.subject, mail.text]).toEqual([
      '【やもり】201 転倒',
      expect.stringContaining('まだ誰も向かっていません'),
    ]);
    await expect.poll(() => line.calls).toHaveLength(2);
    const [first, second] = line.calls;
    expect(first?.headers['x-line-retry-key']).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/,
    );
    expect(second?.headers['x-line-retry-key']).toBe(first?.headers['x-line-retry-key']);
    expect(first?.headers.authorization).toBe('Bearer a channel token of a test');
    expect(JSON.parse(first?.body.toString() ?? '')).toMatchObject({
      to: 'U-of-the-carer',
      messages: [{ type: 'text', text: expect.stringContaining('201 転倒') }],
    });
    await expect.poll(() => left('noticeLine')).toEqual([]);
    expect(mails.countTo('staff@akane.example')).toBe(1);
    await accident.end();
  });

  it('messages use Japan’s time for an organisation with an unknown time zone', async () => {
    const stand = (timeZone: string) =>
      fixture.commit([
        {
          kind: 'update',
          path: 'domain/akane',
          fields: [{ field: ['timeZone'], value: timeZone }],
        },
      ]);
    const seen = mails.countTo('staff@akane.example');
    await stand('Nowhere/Land');
    const accident = await report();
    const mail = await mails.next('staff@akane.example', seen);
    const raisedAt = (await fixture.app.store.read([`room/akane-1/accident/${accident.id}`]))[0]
      ?.data['raisedAt'];
    expect(mail.text).toContain(
      formatTime('ja', 'Asia/Tokyo', accidentCollection.schema.shape.raisedAt.parse(raisedAt)),
    );
    await stand('Asia/Tokyo');
    await accident.end();
  });

  it('a message that LINE rejects permanently is not sent again, and an unresponsive LINE delays no mail', async () => {
    const seen = [line.calls.length, mails.countTo('staff@akane.example')] as const;
    line.answer(LINE_PATH, 400, 'never');
    const refused = await report();
    await expect.poll(() => line.calls.length).toBe(seen[0] + 1);
    const unanswered = await report('apnea');
    await mails.next('staff@akane.example', seen[1] + 1);
    await expect.poll(() => line.calls.length).toBe(seen[0] + 2);
    await refused.end();
    await unanswered.end();
    await choose('staff@akane.example', {});
  });
});

describe('a suspended member', () => {
  it('the server no longer sends notifications to them', async () => {
    await fixture.addMember('leaving@akane.example', 'akane', ACCESS_LEVELS.generalStaff);
    const leaving = await fixture.signIn('leaving@akane.example');
    const [gone, there] = [await subscribe(leaving), await subscribe(cookies.carer)];
    const userId = (await fixture.app.identity.findUserId('leaving@akane.example')) ?? '';
    await fixture.commit([
      {
        kind: 'update',
        path: `staff/${userId}`,
        fields: [{ field: ['state'], value: 'suspended' }],
      },
    ]);
    const accident = await report();
    await expect.poll(() => push.to(there.path)).toHaveLength(1);
    expect(push.to(gone.path)).toEqual([]);
    await accident.end();
  });
});
