import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACCESS_LEVELS, type InvitationEntry, type InvitationView } from '@yamori/domain';
import { MEMBER_PASSWORD } from '../../../../testing/live-fixture.ts';
import {
  NEW_PASSWORD,
  startRegistrationFixture,
  PUBLIC_ORIGIN,
  parseSecrets,
  type RegistrationFixture,
} from '../../../../testing/registration-fixture.ts';
import type { TestBrowser } from '../../../../testing/test-browser.ts';

let held: RegistrationFixture;
let owner: TestBrowser;
beforeAll(async () => {
  held = await startRegistrationFixture({ withoutMail: true });
  await held.fixture.addMember('owner@akane.example', 'akane', ACCESS_LEVELS.ownerAdministrator);
  owner = await held.browser('owner@akane.example');
});
afterAll(() => held.close());

const DAY_MS = 24 * 60 * 60 * 1000;
type Made = { readonly invitation: InvitationEntry; readonly code: string };
const call = (more: object = {}) => ({
  kind: 'member',
  domainId: 'akane',
  accessLevel: ACCESS_LEVELS.generalStaff,
  label: '夜勤の新人さん',
  mailTo: null,
  days: 7,
  language: 'ja',
  ...more,
});
const invite = async (more: object = {}, by: TestBrowser = owner): Promise<Made> => {
  const reply = await by.post('/api/invitations', call(more));
  if (reply.statusCode !== 200)
    throw new Error(`invitation failed: ${reply.statusCode} ${reply.body}`);
  return reply.json<Made>();
};
const aNewcomer = (email: string, more: object = {}) => ({
  kind: 'newcomer',
  address: { kind: 'said', email },
  name: '新人 一郎',
  nameKana: 'しんじん いちろう',
  password: NEW_PASSWORD,
  language: 'ja',
  ...more,
});
const accept = async (code: string, applicant: object, domainId = 'akane', browser?: TestBrowser) =>
  (browser ?? (await held.browser())).post('/api/invitations/accept', {
    code,
    domainId,
    applicant,
  });
const view = async (code: string, domainId: string | null = 'akane') =>
  (await held.browser()).post('/api/invitations/view', { code, domainId });

describe('an invitation', () => {
  it('shows organisation, level, inviter and expiry to the holder of its code', async () => {
    const { code, invitation } = await invite();
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$/);
    const seen = (await view(code)).json<InvitationView>();
    expect(seen).toMatchObject({
      kind: 'member',
      domainId: 'akane',
      organisation: 'akane',
      accessLevel: 2,
      invitedBy: 'Somebody',
      expiresAt: invitation.expiresAt,
      ways: ['email'],
    });
    // The code as a user may type it from paper, without a known organisation.
    expect(
      (
        await view(
          ` ${code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')} `,
          null,
        )
      ).json(),
    ).toMatchObject({ domainId: 'akane' });
  });

  it('creates an active, signed-in member of its organisation and level', async () => {
    const { code } = await invite({ accessLevel: ACCESS_LEVELS.privilegeAdministrator });
    const browser = await held.browser();
    const reply = await accept(code, aNewcomer('New@Akane.example'), 'akane', browser);
    expect(reply.json()).toMatchObject({
      user: {
        email: 'new@akane.example',
        isEmailVerified: false,
        accessLevel: ACCESS_LEVELS.privilegeAdministrator,
        domainId: 'akane',
        rootDomainId: 'akane',
        displayName: '新人 一郎',
      },
    });
    const uid = (await browser.session()).user?.uid ?? '';
    const [member] = await held.fixture.app.store.read([`staff/${uid}`]);
    expect(member).toMatchObject({
      bare: false,
      data: {
        userId: uid,
        domainId: 'akane',
        state: 'active',
        accessLevel: 4,
        nameKana: 'しんじん いちろう',
        email: 'new@akane.example',
      },
    });
    expect(
      (await (await held.browser()).signIn('new@akane.example', NEW_PASSWORD)).statusCode,
    ).toBe(200);
    expect((await view(code)).json()).toEqual({ code: 'invitation-used' });
  });

  it('admits only one of several concurrent users', async () => {
    const { code } = await invite();
    const replies = await Promise.all(
      ['a', 'b', 'c', 'd'].map((name) => accept(code, aNewcomer(`race-${name}@akane.example`))),
    );
    expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      200, 410, 410, 410,
    ]);
    const ids = await Promise.all(
      ['a', 'b', 'c', 'd'].map((name) =>
        held.fixture.app.identity.findUserId(`race-${name}@akane.example`),
      ),
    );
    expect(ids.filter((id) => id !== null)).toHaveLength(1);
  });

  it('names the reason when it is unknown, revoked, expired or for another organisation', async () => {
    const expired = await invite({ days: 1 });
    const revoked = await invite();
    expect(
      (await owner.post(`/api/invitations/${revoked.invitation.invitationId}/revoke`)).statusCode,
    ).toBe(204);
    const elsewhere = await invite();
    const applicant = aNewcomer('refused@akane.example');
    expect((await accept('WRNG-WRNG-WRNG-WRNG', applicant)).json()).toEqual({
      code: 'invitation-not-found',
    });
    expect((await accept(revoked.code, applicant)).json()).toEqual({ code: 'invitation-revoked' });
    expect((await accept(elsewhere.code, applicant, 'mizuki')).json()).toEqual({
      code: 'invitation-elsewhere',
    });
    expect((await accept(elsewhere.code, applicant, 'nothing')).json()).toEqual({
      code: 'invitation-elsewhere',
    });
    held.clock.pass(DAY_MS + 1);
    owner = await held.browser('owner@akane.example');
    expect((await accept(expired.code, applicant)).json()).toEqual({ code: 'invitation-expired' });
    expect((await view(expired.code)).statusCode).toBe(410);
    expect(await held.fixture.app.identity.findUserId('refused@akane.example')).toBeNull();
  });

  it('fails when its organisation is suspended or deleted', async () => {
    await held.fixture.commit([
      {
        kind: 'set',
        path: 'domain/ended',
        data: {
          code: 'ended',
          name: '終わった家',
          kind: 'facility',
          parentDomainId: null,
          rootDomainId: 'ended',
          ancestorIds: [],
        },
      },
    ]);
    await held.fixture.addMember('owner@ended.example', 'ended', ACCESS_LEVELS.ownerAdministrator);
    const { code } = await invite({ domainId: 'ended' }, await held.browser('owner@ended.example'));
    await held.fixture.commit([
      {
        kind: 'update',
        path: 'domain/ended',
        fields: [
          {
            field: ['contractTo'],
            value: { $date: new Date(held.clock.now().getTime() - DAY_MS).toISOString() },
          },
        ],
      },
    ]);
    expect((await accept(code, aNewcomer('ended@ended.example'), 'ended')).json()).toEqual({
      code: 'domain-suspended',
    });
    await held.fixture.commit([{ kind: 'delete', path: 'domain/ended' }]);
    expect((await accept(code, aNewcomer('ended@ended.example'), 'ended')).json()).toEqual({
      code: 'domain-not-found',
    });
  });

  it('fails when its inviter is suspended, demoted or deleted', async () => {
    const inviterId = await held.fixture.addMember(
      'inviter@akane.example',
      'akane',
      ACCESS_LEVELS.privilegeAdministrator,
    );
    const { code } = await invite(
      { accessLevel: ACCESS_LEVELS.administrator },
      await held.browser('inviter@akane.example'),
    );
    const change = (field: string, value: string | number) =>
      held.fixture.commit([
        { kind: 'update', path: `staff/${inviterId}`, fields: [{ field: [field], value }] },
      ]);
    await change('state', 'suspended');
    expect((await view(code)).json()).toEqual({ code: 'invitation-revoked' });
    await change('state', 'active');
    await change('accessLevel', ACCESS_LEVELS.administrator);
    expect((await view(code)).json()).toEqual({ code: 'invitation-revoked' });
    await change('accessLevel', ACCESS_LEVELS.privilegeAdministrator);
    expect((await view(code)).statusCode).toBe(200);
    await held.fixture.commit([{ kind: 'delete', path: `staff/${inviterId}` }]);
    expect((await accept(code, aNewcomer('orphan@akane.example'))).json()).toEqual({
      code: 'invitation-revoked',
    });
  });

  it("respects the organisation's seat limit, also for concurrent users", async () => {
    await held.fixture.commit([
      {
        kind: 'set',
        path: 'domain/small',
        data: {
          code: 'small',
          name: '小さな家',
          kind: 'facility',
          parentDomainId: null,
          rootDomainId: 'small',
          ancestorIds: [],
          limits: { rooms: 1, devices: 1, members: 2 },
        },
      },
    ]);
    await held.fixture.addMember('owner@small.example', 'small', ACCESS_LEVELS.ownerAdministrator);
    const by = await held.browser('owner@small.example');
    const [one, other] = [
      await invite({ domainId: 'small' }, by),
      await invite({ domainId: 'small' }, by),
    ];
    const replies = await Promise.all([
      accept(one.code, aNewcomer('one@small.example'), 'small'),
      accept(other.code, aNewcomer('other@small.example'), 'small'),
    ]);
    expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      200, 409,
    ]);
    const full = replies.find(({ statusCode }) => statusCode === 409);
    expect(full?.json()).toEqual({
      code: 'member-limit-reached',
      details: { organisation: '小さな家', limit: 2 },
    });
    // The rejected invitation is still valid when a seat is free.
    const [left] = await held.fixture.app.store.list({
      collection: 'staff',
      group: false,
      filters: [
        { field: ['email'], op: 'in', value: ['one@small.example', 'other@small.example'] },
      ],
      orderBy: [],
      offset: 0,
    });
    await held.fixture.commit([{ kind: 'delete', path: left?.path ?? '' }]);
    const unused = replies[0]?.statusCode === 409 ? one : other;
    expect((await accept(unused.code, aNewcomer('third@small.example'), 'small')).statusCode).toBe(
      200,
    );
  });

  it('remains valid after a rejected password or an existing address', async () => {
    const { code } = await invite();
    expect(
      (await accept(code, aNewcomer('weak@akane.example', { password: 'short' }))).json(),
    ).toMatchObject({ code: 'password-too-short' });
    expect((await accept(code, aNewcomer('carer@akane.example'))).json()).toEqual({
      code: 'account-exists',
      place: 'email',
    });
    expect(
      (await (await held.browser()).signIn('carer@akane.example', MEMBER_PASSWORD)).statusCode,
    ).toBe(200);
    expect((await view(code)).statusCode).toBe(200);
  });

  it('rejects a password if the organisation does not accept passwords', async () => {
    await held.fixture.commit([
      {
        kind: 'set',
        path: 'domain/line-only',
        data: {
          code: 'line-only',
          name: 'LINE の家',
          kind: 'facility',
          parentDomainId: null,
          rootDomainId: 'line-only',
          ancestorIds: [],
          signInMethods: ['line'],
        },
      },
    ]);
    const makerId = await held.fixture.addMember(
      'maker@maker.example',
      'mizuki',
      ACCESS_LEVELS.seniorDeveloper,
    );
    expect(makerId).not.toBe('');
    const { code } = await invite(
      { domainId: 'line-only' },
      await held.browser('maker@maker.example'),
    );
    expect((await view(code, 'line-only')).json()).toMatchObject({ ways: ['line'] });
    expect((await accept(code, aNewcomer('a@line-only.example'), 'line-only')).json()).toEqual({
      code: 'sign-in-way-refused',
    });
  });
});

describe('acceptance with an existing account', () => {
  it('keeps the id and sign-in method of a user without an organisation', async () => {
    const userId = await held.fixture.app.identity.createUser({
      email: 'free@nowhere.example',
      password: MEMBER_PASSWORD,
      name: '自由 人',
    });
    const browser = await held.browser('free@nowhere.example');
    const { code } = await invite();
    const reply = await accept(code, { kind: 'signedIn' }, 'akane', browser);
    expect(reply.json()).toMatchObject({
      user: { uid: userId, domainId: 'akane', accessLevel: 2, displayName: '自由 人' },
      reach: ['akane'],
    });
  });

  it("moves a user from an individual's organisation only", async () => {
    await held.fixture.commit([
      {
        kind: 'set',
        path: 'domain/one',
        data: {
          code: 'one',
          name: '個人',
          kind: 'individual',
          parentDomainId: null,
          rootDomainId: 'one',
          ancestorIds: [],
        },
      },
    ]);
    const userId = await held.fixture.addMember(
      'alone@one.example',
      'one',
      ACCESS_LEVELS.individualUser,
    );
    const browser = await held.browser('alone@one.example');
    const [first, second] = [await invite(), await invite()];
    expect((await accept(first.code, { kind: 'signedIn' }, 'akane', browser)).json()).toMatchObject(
      { user: { uid: userId, domainId: 'akane', rootDomainId: 'akane', accessLevel: 2 } },
    );
    expect((await accept(second.code, { kind: 'signedIn' }, 'akane', browser)).json()).toEqual({
      code: 'member-exists',
    });
    expect(
      (
        await accept(
          second.code,
          { kind: 'signedIn' },
          'akane',
          await held.browser('carer@mizuki.example'),
        )
      ).json(),
    ).toEqual({ code: 'member-exists' });
    expect((await view(second.code)).statusCode).toBe(200);
  });

  it('lets only one of two concurrent invitations succeed', async () => {
    await held.fixture.app.identity.createUser({
      email: 'both@nowhere.example',
      password: MEMBER_PASSWORD,
      name: 'Both',
    });
    const browser = await held.browser('both@nowhere.example');
    await held.fixture.addMember(
      'owner@mizuki.example',
      'mizuki',
      ACCESS_LEVELS.ownerAdministrator,
    );
    const [here, there] = [
      await invite(),
      await invite({ domainId: 'mizuki' }, await held.browser('owner@mizuki.example')),
    ];
    const replies = await Promise.all([
      accept(here.code, { kind: 'signedIn' }, 'akane', browser),
      accept(there.code, { kind: 'signedIn' }, 'mizuki', browser),
    ]);
    expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      200, 409,
    ]);
  });

  it('rejects a newcomer form in a session, and a signed-in acceptance without one', async () => {
    const { code } = await invite();
    expect(
      (
        await accept(
          code,
          aNewcomer('second@akane.example'),
          'akane',
          await held.browser('carer@mizuki.example'),
        )
      ).json(),
    ).toEqual({ code: 'sign-out-first' });
    expect((await accept(code, { kind: 'signedIn' })).json()).toEqual({ code: 'session-required' });
  });
});

describe('a guest who accepts with LINE or Google', () => {
  it('becomes a member once a provider is linked', async () => {
    const { code, invitation } = await invite();
    const browser = await held.browser();
    const begun = await browser.post('/api/invitations/begin', {
      code,
      domainId: 'akane',
      name: '線 子',
      language: 'ja',
    });
    expect(begun.json()).toMatchObject({
      user: { isAnonymous: true, displayName: '線 子', accessLevel: 0 },
    });
    expect((await accept(code, { kind: 'signedIn' }, 'akane', browser)).json()).toEqual({
      code: 'way-in-missing',
    });
    const uid = (await browser.session()).user?.uid ?? '';
    await held.fixture.temporary.database.query({
      text: `insert into auth_account (id, account_id, provider_id, user_id, created_at, updated_at) values ('line-1', 'line-subject', 'line', $1, now(), now())`,
      values: [uid],
    });
    expect((await accept(code, { kind: 'signedIn' }, 'akane', browser)).json()).toMatchObject({
      user: { uid, domainId: 'akane', accessLevel: invitation.accessLevel, isAnonymous: false },
    });
  });

  it('needs a valid code', async () => {
    const { code, invitation } = await invite();
    await owner.post(`/api/invitations/${invitation.invitationId}/revoke`);
    expect(
      (
        await (
          await held.browser()
        ).post('/api/invitations/begin', { code, domainId: 'akane', name: 'x', language: 'ja' })
      ).json(),
    ).toEqual({ code: 'invitation-revoked' });
  });
});

describe('the management of invitations', () => {
  it('allows levels below the inviter’s own (owners: up to their own) in managed organisations', async () => {
    const administrator = await held.browser('carer@akane.example');
    const staff = await held.browser('staff@akane.example');
    for (const [browser, more, answer] of [
      [administrator, { accessLevel: ACCESS_LEVELS.generalStaff }, 200],
      [administrator, { accessLevel: ACCESS_LEVELS.administrator }, 403],
      [owner, { accessLevel: ACCESS_LEVELS.ownerAdministrator }, 200],
      [owner, { accessLevel: ACCESS_LEVELS.agency }, 403],
      [owner, { accessLevel: ACCESS_LEVELS.seniorDeveloper }, 403],
      [owner, { accessLevel: ACCESS_LEVELS.requestMfa }, 403],
      [owner, { accessLevel: ACCESS_LEVELS.individualUser }, 403],
      [owner, { accessLevel: 7 }, 403],
      [owner, { domainId: 'mizuki' }, 404],
      [owner, { domainId: 'nowhere' }, 404],
      [staff, {}, 403],
    ] as const)
      expect(
        (await browser.post('/api/invitations', call(more))).statusCode,
        JSON.stringify(more),
      ).toBe(answer);
  });

  it('lists and revokes only invitations that the manager could have made, without codes', async () => {
    const { invitation, code } = await invite({
      accessLevel: ACCESS_LEVELS.privilegeAdministrator,
    });
    const list = async (browser: TestBrowser) => browser.get('/api/invitations');
    const listed = (await list(owner)).json<{ invitations: InvitationEntry[] }>().invitations;
    expect(listed.find(({ invitationId }) => invitationId === invitation.invitationId)).toEqual({
      ...invitation,
      state: 'open',
    });
    expect((await list(owner)).body).not.toContain(code);
    const administrator = await held.browser('carer@akane.example');
    const below = (await list(administrator)).json<{ invitations: InvitationEntry[] }>()
      .invitations;
    expect(new Set(below.map(({ accessLevel }) => accessLevel))).toEqual(
      new Set([ACCESS_LEVELS.generalStaff]),
    );
    expect(
      (await administrator.post(`/api/invitations/${invitation.invitationId}/revoke`)).json(),
    ).toEqual({ code: 'invitation-not-found' });
    const stranger = await held.browser('carer@mizuki.example');
    expect(
      (await list(stranger))
        .json<{ invitations: InvitationEntry[] }>()
        .invitations.filter(({ domainId }) => domainId !== 'mizuki'),
    ).toEqual([]);
    expect((await list(await held.browser('staff@akane.example'))).json()).toEqual({
      code: 'invitation-forbidden',
    });
    expect(
      (await owner.post(`/api/invitations/${invitation.invitationId}/revoke`)).statusCode,
    ).toBe(204);
    expect((await owner.post(`/api/invitations/${invitation.invitationId}/revoke`)).json()).toEqual(
      { code: 'invitation-revoked' },
    );
  });

  it('limits guessing of codes', async () => {
    const small = await startRegistrationFixture({ withoutMail: true, guessesPerVisitor: 3 });
    const browser = await small.browser();
    const guess = async () =>
      (await browser.post('/api/invitations/view', { code: 'AAAA-AAAA-AAAA-AAAA', domainId: null }))
        .statusCode;
    expect([await guess(), await guess(), await guess(), await guess()]).toEqual([
      404, 404, 404, 429,
    ]);
    await small.close();
  });

  it('stores codes as hashes only', async () => {
    const { code } = await invite();
    const rows = await held.fixture.temporary.database.query({
      text: 'select row_to_json(i)::text as row from invitation i',
    });
    expect(JSON.stringify(rows)).not.toMatch(new RegExp(code.replaceAll('-', '-?')));
  });
});

describe('invitations with e-mail', () => {
  let mailed: RegistrationFixture;
  let inviter: TestBrowser;
  beforeAll(async () => {
    mailed = await startRegistrationFixture();
    inviter = await mailed.browser('carer@akane.example');
  });
  afterAll(() => mailed.close());

  it('an invitation verifies the address without another mail', async () => {
    await invite({ mailTo: 'Mailed@akane.example', days: 30 }, inviter);
    const link = await mailed.linkTo('mailed@akane.example');
    expect(`${link.origin}${link.pathname}`).toBe(`${PUBLIC_ORIGIN}/registerUser/akane`);
    expect((await mailed.mail.next('mailed@akane.example')).text).toMatch(
      /「akane」[\s\S]*一般ユーザー/,
    );
    const { code, proof } = parseSecrets(link);
    mailed.clock.pass(29 * DAY_MS);
    const reply = await (
      await mailed.browser()
    ).post('/api/invitations/accept', {
      code,
      domainId: 'akane',
      applicant: {
        kind: 'newcomer',
        address: { kind: 'proven', token: proof },
        name: '郵 便',
        password: NEW_PASSWORD,
        language: 'ja',
      },
    });
    expect(reply.json()).toMatchObject({
      user: { email: 'mailed@akane.example', isEmailVerified: true, domainId: 'akane' },
    });
  });

  it('require an unverified address to be verified first, and the proof carries the invitation', async () => {
    inviter = await mailed.browser('carer@akane.example');
    const { code } = await invite({}, inviter);
    const browser = await mailed.browser();
    expect(
      (
        await browser.post('/api/invitations/accept', {
          code,
          domainId: 'akane',
          applicant: aNewcomer('said@akane.example'),
        })
      ).json(),
    ).toEqual({ code: 'address-unproven', place: 'email' });
    const purpose = { kind: 'member', code, domainId: 'akane' };
    expect(
      (
        await browser.post('/api/registration/address-proof', {
          email: 'said@akane.example',
          language: 'ja',
          purpose,
        })
      ).statusCode,
    ).toBe(204);
    const secrets = parseSecrets(await mailed.linkTo('said@akane.example'));
    expect(secrets.code).toBe(code);
    const applicant = {
      kind: 'newcomer',
      address: { kind: 'proven', token: secrets.proof },
      name: '証 明',
      password: NEW_PASSWORD,
      language: 'ja',
    };
    expect(
      (await browser.post('/api/invitations/accept', { code, domainId: 'akane', applicant }))
        .statusCode,
    ).toBe(200);
    // The invitation is used, so no further proof is mailed.
    expect(
      (
        await browser.post('/api/registration/address-proof', {
          email: 'again@akane.example',
          language: 'ja',
          purpose,
        })
      ).json(),
    ).toEqual({ code: 'invitation-used' });
  });

  it('ask the owner of an existing account to sign in by the mail, not by the reply', async () => {
    const { code } = await invite({}, inviter);
    const purpose = { kind: 'member', code, domainId: 'akane' };
    expect(
      (
        await (
          await mailed.browser()
        ).post('/api/registration/address-proof', {
          email: 'carer@mizuki.example',
          language: 'ja',
          purpose,
        })
      ).statusCode,
    ).toBe(204);
    const link = await mailed.linkTo('carer@mizuki.example');
    expect([link.pathname, link.search, link.hash]).toEqual([
      '/login',
      '?next=%2FregisterUser%2Fakane',
      `#${code}`,
    ]);
  });

  it('the log contains no addresses and no names', () => {
    expect(mailed.logged()).not.toMatch(/mailed@akane|said@akane|郵 便/);
    expect(mailed.logged()).toContain('"mail":"inviteMember"');
  });
});
