import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ACCESS_LEVELS } from '@yamori/domain';
import type { Mail } from '../../../core/mail/mail.ts';
import { startEmptyFixture, type EmptyFixture } from '../../../testing/empty-fixture.ts';
import { startMailServer } from '../../../testing/mail-server.ts';
import {
  NEW_PASSWORD,
  startRegistrationFixture,
  parseSecrets,
  type RegistrationFixture,
} from '../../../testing/registration-fixture.ts';
import { createMakerAccount } from './maker-account.ts';
import type { TestBrowser } from '../../../testing/test-browser.ts';
import { openTestMail } from '../../../testing/test-mail.ts';

const open: EmptyFixture[] = [];
afterEach(async () => {
  for (const fixture of open.splice(0)) await fixture.close();
});
async function startEmpty(
  options: Parameters<typeof startEmptyFixture>[0] = {},
): Promise<EmptyFixture> {
  const fixture = await startEmptyFixture(options);
  open.push(fixture);
  return fixture;
}

const aNewcomer = (email: string) => ({
  kind: 'newcomer',
  address: { kind: 'said', email },
  name: '開設 者',
  password: NEW_PASSWORD,
  language: 'ja',
});
const register = (browser: TestBrowser, more: object = {}, email = 'first@home.example') =>
  browser.post('/api/registration/domain', {
    code: null,
    organisation: { name: '陽だまりの家', nameKana: 'ひだまりのいえ' },
    applicant: aNewcomer(email),
    ...more,
  });
const offers = async (browser: TestBrowser): Promise<boolean> =>
  (await browser.get('/api/session')).json<{ waysIn: { registerDomain: boolean } }>().waysIn
    .registerDomain;
const byMail = async (browser: TestBrowser): Promise<boolean> =>
  (await browser.get('/api/session')).json<{ waysIn: { domainByMail: boolean } }>().waysIn
    .domainByMail;
const counts = async ({ temporary }: EmptyFixture) =>
  (
    await temporary.database.query<{ users: number; domains: number; staff: number }>({
      text: `select (select count(*)::int from auth_user) as users, (select count(*)::int from documents where collection = 'domain') as domains,
    (select count(*)::int from documents where collection = 'staff') as staff`,
    })
  )[0];

describe('the link that an empty server prints', () => {
  it('registers an organisation and its owner, once', async () => {
    const fixture = await startEmpty();
    const code = await fixture.firstStartCode();
    const browser = fixture.browser();
    expect(
      (await browser.post('/api/invitations/view', { code, domainId: null })).json(),
    ).toMatchObject({ kind: 'organisation', isFirstStart: true, organisation: null });
    const reply = await register(browser, { code });
    expect(reply.statusCode).toBe(200);
    const { user } = reply.json<{ user: { uid: string; domainId: string } }>();
    expect(user).toMatchObject({
      accessLevel: ACCESS_LEVELS.ownerAdministrator,
      email: 'first@home.example',
      rootDomainId: user.domainId,
    });
    const [domain, owner] =
      (await fixture.apps[0]?.store.read([`domain/${user.domainId}`, `staff/${user.uid}`])) ?? [];
    expect(domain).toMatchObject({
      bare: false,
      data: {
        name: '陽だまりの家',
        nameKana: 'ひだまりのいえ',
        kind: 'facility',
        parentDomainId: null,
        rootDomainId: user.domainId,
        ancestorIds: [],
      },
    });
    expect(owner).toMatchObject({
      bare: false,
      data: { state: 'active', accessLevel: 5, domainId: user.domainId },
    });
    expect((await register(fixture.browser(), { code }, 'second@home.example')).json()).toEqual({
      code: 'invitation-used',
    });
    expect(await counts(fixture)).toEqual({ users: 1, domains: 1, staff: 1 });
  });

  it('the link is required to register', async () => {
    const fixture = await startEmpty();
    await fixture.firstStartCode();
    expect(await offers(fixture.browser())).toBe(false);
    expect((await register(fixture.browser())).json()).toEqual({
      code: 'domain-registration-refused',
    });
    expect((await register(fixture.browser(), { code: 'AAAA-BBBB-CCCC-DDDD' })).json()).toEqual({
      code: 'invitation-not-found',
    });
    expect(await counts(fixture)).toEqual({ users: 0, domains: 0, staff: 0 });
  });

  it('works only once, even for two links of two servers used concurrently', async () => {
    const fixture = await startEmpty({ servers: 2 });
    const codes = [await fixture.firstStartCode(0), await fixture.firstStartCode(1)];
    const replies = await Promise.all(
      [0, 1, 0, 1, 0, 1].map((server, index) =>
        register(fixture.browser(server), { code: codes[server] }, `racer-${index}@home.example`),
      ),
    );
    expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      200, 410, 410, 410, 410, 410,
    ]);
    expect(await counts(fixture)).toEqual({ users: 1, domains: 1, staff: 1 });
  });

  it('expires once the server has members, and no new one is created', async () => {
    const fixture = await startEmpty();
    const code = await fixture.firstStartCode();
    const [app] = fixture.apps;
    if (app === undefined) throw new Error('no server');
    await createMakerAccount(app.identity.registration.context, 'maker@yamori.example');
    expect((await register(fixture.browser(), { code })).json()).toEqual({
      code: 'invitation-revoked',
    });
    await expect(fixture.firstStartCode()).rejects.toThrow('the server has members');
  });

  it('remains valid after a rejected password, which leaves nothing', async () => {
    const fixture = await startEmpty();
    const code = await fixture.firstStartCode();
    expect(
      (
        await register(fixture.browser(), {
          code,
          applicant: { ...aNewcomer('weak@home.example'), password: 'short' },
        })
      ).json(),
    ).toMatchObject({ code: 'password-too-short' });
    expect(await counts(fixture)).toEqual({ users: 0, domains: 0, staff: 0 });
    expect((await register(fixture.browser(), { code })).statusCode).toBe(200);
  });

  it('cannot set kind, level or limits', async () => {
    const fixture = await startEmpty();
    const code = await fixture.firstStartCode();
    for (const organisation of [
      { name: 'x', kind: 'developer' },
      { name: 'x', limits: { rooms: 1, devices: 1, members: 1 } },
      { name: '' },
      { name: 'a\nb' },
    ]) {
      expect((await register(fixture.browser(), { code, organisation })).json()).toMatchObject({
        code: 'request-invalid',
      });
    }
  });

  it('the link is not created if the configuration requires an invitation', async () => {
    const fixture = await startEmpty({ registerDomain: 'invitation' });
    await expect(fixture.firstStartCode()).rejects.toThrow('there is no link');
    expect(await offers(fixture.browser())).toBe(false);
  });

  it('needs no e-mail, even if there is a mail server', async () => {
    const mail = await startMailServer();
    const queues: Mail[] = [];
    const fixture = await startEmpty({
      mail: (database) => {
        const queue = openTestMail(database, mail.url, pino({ level: 'silent' }));
        queues.push(queue);
        return queue;
      },
    });
    const code = await fixture.firstStartCode();
    expect((await register(fixture.browser(), { code })).statusCode).toBe(200);
    for (const queue of queues) await queue.close();
    await mail.close();
  });
});

describe('open registration of organisations', () => {
  it('creates a separate root organisation for each user', async () => {
    const fixture = await startEmpty({ registerDomain: 'open' });
    const ids = [];
    for (const email of ['a@home.example', 'b@home.example']) {
      const reply = await register(fixture.browser(), {}, email);
      ids.push(reply.json<{ user: { domainId: string; rootDomainId: string } }>().user);
    }
    expect(ids[0]?.domainId).not.toBe(ids[1]?.domainId);
    expect(ids.map(({ domainId, rootDomainId }) => domainId === rootDomainId)).toEqual([
      true,
      true,
    ]);
    expect([await offers(fixture.browser()), await byMail(fixture.browser())]).toEqual([
      true,
      false,
    ]);
  });

  it('requires a verified address if there is e-mail', async () => {
    const held = await startRegistrationFixture({ registerDomain: 'open' });
    const browser = await held.browser();
    await expect.poll(() => byMail(browser)).toBe(true);
    expect((await register(browser)).json()).toEqual({ code: 'address-unproven', place: 'email' });
    await browser.post('/api/registration/address-proof', {
      email: 'owner@home.example',
      language: 'ja',
      purpose: { kind: 'organisation', code: null },
    });
    const link = await held.linkTo('owner@home.example');
    expect(link.pathname).toBe('/registerdomain');
    const { code, proof } = parseSecrets(link);
    expect(code).toBe('');
    expect(
      (
        await register(browser, {
          applicant: { ...aNewcomer(''), address: { kind: 'proven', token: proof } },
        })
      ).json(),
    ).toMatchObject({ user: { accessLevel: 5, isEmailVerified: true } });
    await held.close();
  });
});

describe('registration of an organisation by invitation', () => {
  let held: RegistrationFixture;
  let agency: TestBrowser;
  let maker: TestBrowser;
  beforeAll(async () => {
    held = await startRegistrationFixture({ withoutMail: true });
    await held.fixture.commit([
      {
        kind: 'set',
        path: 'domain/agency',
        data: {
          code: 'agency',
          name: '代理店',
          kind: 'agency',
          parentDomainId: null,
          rootDomainId: 'agency',
          ancestorIds: [],
        },
      },
    ]);
    await held.fixture.addMember('admin@agency.example', 'agency', ACCESS_LEVELS.agencyAdmin);
    await held.fixture.addMember('maker@maker.example', 'mizuki', ACCESS_LEVELS.developer);
    [agency, maker] = [
      await held.browser('admin@agency.example'),
      await held.browser('maker@maker.example'),
    ];
  });
  afterAll(() => held.close());

  const call = (more: object = {}) => ({
    kind: 'organisation',
    parentDomainId: 'agency',
    organisationKind: 'facility',
    limits: { rooms: 20, devices: 40, members: 1 },
    label: '新しいお客様',
    mailTo: null,
    days: 7,
    language: 'ja',
    ...more,
  });
  const invite = async (browser: TestBrowser, more: object = {}): Promise<string> =>
    (await browser.post('/api/invitations', call(more))).json<{ code: string }>().code;

  it('takes parent, kind and limits from the invitation and makes its first member the owner', async () => {
    const code = await invite(agency);
    expect(
      (await (await held.browser()).post('/api/invitations/view', { code, domainId: null })).json(),
    ).toMatchObject({ kind: 'organisation', organisation: '代理店', accessLevel: 5 });
    const reply = await register(await held.browser(), { code }, 'owner@customer.example');
    const { user } = reply.json<{ user: { domainId: string } }>();
    expect(user).toMatchObject({
      accessLevel: ACCESS_LEVELS.ownerAdministrator,
      rootDomainId: 'agency',
    });
    const [domain] = await held.fixture.app.store.read([`domain/${user.domainId}`]);
    expect(domain?.data).toMatchObject({
      kind: 'facility',
      parentDomainId: 'agency',
      ancestorIds: ['agency'],
      rootDomainId: 'agency',
      limits: { rooms: 20, devices: 40, members: 1 },
    });
    // The agency can access its new customer once its cached session expires after 2 s.
    await expect.poll(async () => (await agency.session()).reach).toContain(user.domainId);
    expect(
      (await register(await held.browser(), { code }, 'second@customer.example')).json(),
    ).toEqual({ code: 'invitation-used' });
  });

  it('creates one organisation even if several users use the code concurrently', async () => {
    const code = await invite(agency);
    const replies = await Promise.all(
      ['a', 'b', 'c'].map(async (name) =>
        register(await held.browser(), { code }, `${name}@one-code.example`),
      ),
    );
    expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      200, 410, 410,
    ]);
  });

  it('creates agencies, with an agency administrator, by invitation of the maker only', async () => {
    const code = await invite(maker, {
      organisationKind: 'agency',
      parentDomainId: null,
      limits: null,
    });
    expect(
      (await register(await held.browser(), { code }, 'boss@new-agency.example')).json(),
    ).toMatchObject({ user: { accessLevel: ACCESS_LEVELS.agencyAdmin } });
    expect(
      (await agency.post('/api/invitations', call({ organisationKind: 'agency' }))).json(),
    ).toEqual({ code: 'invitation-forbidden' });
    expect((await agency.post('/api/invitations', call({ parentDomainId: null }))).json()).toEqual({
      code: 'invitation-forbidden',
    });
    expect(
      (await agency.post('/api/invitations', call({ parentDomainId: 'akane' }))).json(),
    ).toEqual({ code: 'domain-not-found' });
    const facility = await held.browser('carer@akane.example');
    expect(
      (await facility.post('/api/invitations', call({ parentDomainId: 'akane' }))).json(),
    ).toEqual({ code: 'invitation-forbidden' });
  });

  it("rejects a member's invitation, and joining rejects an organisation's", async () => {
    const organisation = await invite(agency);
    const member = (
      await (
        await held.browser('carer@akane.example')
      ).post('/api/invitations', {
        kind: 'member',
        domainId: 'akane',
        accessLevel: 2,
        label: '',
        mailTo: null,
        days: 1,
        language: 'ja',
      })
    ).json<{ code: string }>().code;
    expect((await register(await held.browser(), { code: member })).json()).toEqual({
      code: 'invitation-not-found',
    });
    expect(
      (
        await (
          await held.browser()
        ).post('/api/invitations/accept', {
          code: organisation,
          domainId: 'agency',
          applicant: aNewcomer('x@customer.example'),
        })
      ).json(),
    ).toEqual({ code: 'invitation-not-found' });
  });

  it('accepts a signed-in user who belongs to no organisation', async () => {
    const userId = await held.fixture.app.identity.createUser({
      email: 'free@nowhere.example',
      password: 'gecko beneath the eaves',
      name: '自由 人',
    });
    const browser = await held.browser('free@nowhere.example');
    const reply = await register(browser, {
      code: await invite(agency),
      applicant: { kind: 'signedIn' },
    });
    expect(reply.json()).toMatchObject({ user: { uid: userId, accessLevel: 5 }, pending: null });
    expect(
      (
        await register(await held.browser('carer@akane.example'), {
          code: await invite(agency),
          applicant: { kind: 'signedIn' },
        })
      ).json(),
    ).toEqual({ code: 'member-exists' });
  });
});
