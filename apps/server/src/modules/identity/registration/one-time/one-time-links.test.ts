import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ACCESS_LEVELS,
  ProblemError,
  type OneTimeLinkEntry,
  type OneTimeSubject,
} from '@yamori/domain';
import {
  startRegistrationFixture,
  type RegistrationFixture,
} from '../../../../testing/registration-fixture.ts';
import type { TestBrowser } from '../../../../testing/test-browser.ts';

let held: RegistrationFixture;
let manager: TestBrowser;
beforeAll(async () => {
  held = await startRegistrationFixture({ withoutMail: true });
  manager = await held.browser('carer@akane.example');
  const saved = await manager.post('/api/reports/saved', {
    name: '週報',
    isShared: true,
    filter: { domainId: 'akane', period: { kind: 'newest', nights: 7 } },
  });
  subject = { kind: 'report', domainId: 'akane', report: saved.json<{ id: string }>().id };
});
afterAll(() => held.close());

const HOUR_MS = 60 * 60 * 1000;
let subject: OneTimeSubject;
type Made = { readonly link: OneTimeLinkEntry; readonly token: string };
const make = async (more: object = {}, by: TestBrowser = manager): Promise<Made> =>
  (
    await by.post('/api/one-time-links', { subject, label: 'ご家族', hours: 24, ...more })
  ).json<Made>();
const openIn = (browser: TestBrowser, token: string) =>
  browser.post('/api/session/one-time', { token, language: 'ja' });
/** Checks access as the report endpoints do. */
const mayOpen = async (
  browser: TestBrowser,
  target: OneTimeSubject = subject,
): Promise<boolean> => {
  const session = await held.fixture.app.identity.findSession(browser.cookies());
  if (session === null) throw new ProblemError('session-required');
  return held.fixture.app.identity.registration.mayOpenOnce(session.actor, target);
};

describe('a one-time link to a report', () => {
  it('shows its subject and opens a session for this report only', async () => {
    const { token, link } = await make();
    const browser = await held.browser();
    expect((await browser.post('/api/one-time-links/view', { token })).json()).toEqual({
      subject,
      organisation: 'akane',
      label: 'ご家族',
      expiresAt: link.expiresAt,
    });
    const reply = await openIn(browser, token);
    expect(reply.json()).toMatchObject({
      user: {
        singleTimeToken: link.linkId,
        accessLevel: 0,
        domainId: null,
        email: null,
        providerId: 'singleTimeToken',
        displayName: 'ご家族',
      },
      reach: [],
      pending: null,
    });
    expect((await browser.get('/api/one-time-links/current')).json()).toMatchObject({
      subject,
      organisation: 'akane',
    });
    expect(await mayOpen(browser)).toBe(true);
    expect(await mayOpen(browser, { ...subject, report: 'week-2026-46-room-201' })).toBe(false);
    expect(await mayOpen(browser, { ...subject, domainId: 'mizuki' })).toBe(false);
    expect(await mayOpen(manager)).toBe(false);
  });

  it('gives no access to data, profile, invitations or writes', async () => {
    const { token } = await make();
    const browser = await held.browser();
    await openIn(browser, token);
    expect(
      (await browser.post('/api/documents/list', { query: { collection: 'room' } })).json(),
    ).toEqual({ documents: [] });
    expect(
      (
        await browser.post('/api/documents/read', { paths: ['room/akane-1', 'domain/akane'] })
      ).json(),
    ).toEqual({ documents: [null, null] });
    const answers = await Promise.all([
      browser.post('/api/documents/commit', {
        writes: [
          { kind: 'update', path: 'room/akane-1', fields: [{ field: ['floor'], value: '9' }] },
        ],
      }),
      browser.get('/api/invitations'),
      browser.get('/api/account/profile'),
      browser.post('/api/account/profile', { name: 'x' }),
      browser.post('/api/account/email', { email: 'a@b.example', language: 'ja' }),
      browser.post('/api/account/delete', {}),
      browser.get('/api/account/deletion'),
      browser.post('/api/account/photo/remove', {}),
      browser.get('/api/one-time-links?domainId=akane'),
    ]);
    expect(
      answers
        .map(({ statusCode }) => statusCode)
        .every((status) => status === 403 || status === 404),
    ).toBe(true);
    await expect(
      held.fixture.openViewer(browser.cookies()).then((viewer) => viewer.messages),
    ).resolves.not.toContain('akane-1');
  });

  it('opens once, even for concurrent users', async () => {
    const { token, link } = await make();
    const replies = await Promise.all(
      Array.from({ length: 5 }, async () => openIn(await held.browser(), token)),
    );
    expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      200, 410, 410, 410, 410,
    ]);
    const guests = await held.fixture.temporary.database.query({
      text: `select 1 from auth_session where single_time_token = $1`,
      values: [link.linkId],
    });
    expect(guests).toHaveLength(1);
    expect((await openIn(await held.browser(), token)).json()).toEqual({ code: 'link-used' });
    expect(
      (await (await held.browser()).post('/api/one-time-links/view', { token })).json(),
    ).toEqual({ code: 'link-used' });
  });

  it('expires together with its session', async () => {
    const [opened, unopened] = [await make({ hours: 1 }), await make({ hours: 1 })];
    const browser = await held.browser();
    await openIn(browser, opened.token);
    held.clock.pass(HOUR_MS + 3_000);
    expect((await browser.session()).user).toBeNull();
    expect((await openIn(await held.browser(), unopened.token)).json()).toEqual({
      code: 'link-expired',
    });
    // Creating a link deletes the guests of expired links.
    await make({}, await held.browser('carer@akane.example'));
    expect(
      await held.fixture.temporary.database.query({
        text: 'select 1 from auth_user u join one_time_link l on l.guest_id = u.id where l.expires_at < $1',
        values: [held.clock.now()],
      }),
    ).toEqual([]);
    manager = await held.browser('carer@akane.example');
  });

  it('ends immediately when it is revoked, opened or not', async () => {
    const [opened, unopened] = [await make(), await make()];
    const browser = await held.browser();
    await openIn(browser, opened.token);
    expect((await browser.session()).user).not.toBeNull();
    for (const { link } of [opened, unopened])
      expect((await manager.post(`/api/one-time-links/${link.linkId}/revoke`)).statusCode).toBe(
        204,
      );
    expect((await browser.session()).user).toBeNull();
    expect((await openIn(await held.browser(), unopened.token)).json()).toEqual({
      code: 'link-revoked',
    });
    expect((await manager.post(`/api/one-time-links/${opened.link.linkId}/revoke`)).json()).toEqual(
      { code: 'link-revoked' },
    );
  });

  it('loses its validity when its maker loses the rights, opened or not', async () => {
    const userId = await held.fixture.addMember(
      'lending@akane.example',
      'akane',
      ACCESS_LEVELS.administrator,
    );
    const lending = await held.browser('lending@akane.example');
    const [opened, unopened] = [await make({}, lending), await make({}, lending)];
    const browser = await held.browser();
    await openIn(browser, opened.token);
    const set = (field: string, value: unknown) =>
      held.fixture.commit([
        { kind: 'update', path: `staff/${userId}`, fields: [{ field: [field], value }] },
      ]);
    for (const [field, without, before] of [
      ['state', 'suspended', 'active'],
      ['accessLevel', ACCESS_LEVELS.generalStaff, ACCESS_LEVELS.administrator],
      ['domainId', 'mizuki', 'akane'],
    ] as const) {
      expect(await mayOpen(browser)).toBe(true);
      await set(field, without);
      expect(await mayOpen(browser)).toBe(false);
      expect((await browser.get('/api/one-time-links/current')).json()).toEqual({
        code: 'link-not-found',
      });
      for (const reply of [
        await openIn(await held.browser(), unopened.token),
        await (await held.browser()).post('/api/one-time-links/view', { token: unopened.token }),
      ])
        expect(reply.json()).toEqual({ code: 'link-revoked' });
      await set(field, before);
    }
    expect((await openIn(await held.browser(), unopened.token)).statusCode).toBe(200);
  });

  it('opens nothing while its organisation is suspended', async () => {
    const { token } = await make();
    const contractTo = (value: unknown) =>
      held.fixture.commit([
        { kind: 'update', path: 'domain/akane', fields: [{ field: ['contractTo'], value }] },
      ]);
    await contractTo({ $date: new Date(held.clock.now().getTime() - HOUR_MS).toISOString() });
    expect((await openIn(await held.browser(), token)).json()).toEqual({
      code: 'domain-suspended',
    });
    await contractTo({ $date: new Date(held.clock.now().getTime() + HOUR_MS).toISOString() });
    expect((await openIn(await held.browser(), token)).statusCode).toBe(200);
  });

  it('fails in a session, with an unknown token, and for sessions without a link', async () => {
    const { token } = await make();
    expect((await openIn(await held.browser('carer@mizuki.example'), token)).json()).toEqual({
      code: 'sign-out-first',
    });
    expect((await openIn(await held.browser(), 'nothing')).json()).toEqual({
      code: 'link-not-found',
    });
    expect((await manager.get('/api/one-time-links/current')).json()).toEqual({
      code: 'link-not-found',
    });
  });
});

describe('the management of one-time links', () => {
  it('requires an existing report of the given organisation', async () => {
    for (const missing of [
      { ...subject, report: 'week-2026-47' },
      { ...subject, domainId: 'part' },
    ]) {
      expect(
        (
          await manager.post('/api/one-time-links', { subject: missing, label: 'x', hours: 1 })
        ).json(),
      ).toEqual({ code: missing.domainId === 'part' ? 'domain-not-found' : 'report-not-found' });
    }
  });

  it('lists and revokes the links of managed organisations, without tokens', async () => {
    const { token, link } = await make();
    const listed = await manager.get('/api/one-time-links?domainId=akane');
    expect(
      listed
        .json<{ links: OneTimeLinkEntry[] }>()
        .links.find(({ linkId }) => linkId === link.linkId),
    ).toEqual({ ...link, createdBy: 'Somebody' });
    expect(listed.body).not.toContain(token);
    const stranger = await held.browser('carer@mizuki.example');
    expect((await stranger.get('/api/one-time-links?domainId=akane')).json()).toEqual({
      code: 'domain-not-found',
    });
    expect((await stranger.post(`/api/one-time-links/${link.linkId}/revoke`)).json()).toEqual({
      code: 'link-not-found',
    });
    expect(
      (await stranger.post('/api/one-time-links', { subject, label: 'x', hours: 1 })).json(),
    ).toEqual({ code: 'domain-not-found' });
    const staff = await held.browser('staff@akane.example');
    expect(
      (await staff.post('/api/one-time-links', { subject, label: 'x', hours: 1 })).json(),
    ).toEqual({ code: 'one-time-link-forbidden' });
  });

  it('rejects a missing label and hours or subjects out of range', async () => {
    for (const more of [
      { hours: 0 },
      { hours: 337 },
      { label: '' },
      { subject: { kind: 'room', domainId: 'akane', report: 'x' } },
      { subject: { ...subject, accessLevel: ACCESS_LEVELS.systemAdmin } },
    ]) {
      expect(
        (
          await manager.post('/api/one-time-links', { subject, label: 'x', hours: 1, ...more })
        ).json(),
      ).toMatchObject({ code: 'request-invalid' });
    }
  });
});
