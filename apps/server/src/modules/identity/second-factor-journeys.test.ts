import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ACCESS_LEVELS } from '@yamori/domain';
import {
  KNOWN_ADDRESS,
  startGuardedFixture,
  registerAppIn,
  seenBy,
  throughSaml,
  type GuardedFixture,
  type Seen,
} from './federation/testing/guarded-fixture.ts';
import {
  FIXTURE_PASSWORD,
  type FederationFixture,
} from './federation/testing/federation-fixture.ts';
import type { SiteBrowser } from './federation/testing/site-browser.ts';
import { goThrough, startProviderSignIn, whoIs } from './federation/testing/provider-sign-in.ts';

/** A member with every sign-in method that a member can have. */
type Person = {
  readonly userId: string;
  readonly email: string;
  password: string;
  readonly domainId: string;
  readonly line: string;
  readonly google: string;
  readonly saml: string;
};

const REFUSED: Seen = { read: '401', list: '401', live: '401' };
const NOTHING: Seen = { read: 'nothing', list: 'nothing', live: 'nothing' };
const SHOWN: Seen = { read: 'shown', list: 'shown', live: 'shown' };
const { generalStaff, individualUser, ownerAdministrator } = ACCESS_LEVELS;

let guarded: GuardedFixture;
let fixture: FederationFixture;
const people: { guarded?: Person; owing?: Person } = {};
const codes: string[] = [];
/** Created while their makers still could; used after `strict` demands a second factor. */
const prepared = { oneTimeToken: '', newcomerLink: '', guestCode: '', individualCode: '' };

const person = (name: 'guarded' | 'owing'): Person =>
  people[name] ?? expect.fail(`${name} is not there`);
const url = (path: string): string => `${fixture.address}${path}`;
const send = async <Reply>(
  browser: SiteBrowser,
  path: string,
  json: object,
): Promise<{ status: number; body: Reply }> => {
  const reply = await browser.ask(url(path), { json });
  const text = await reply.text();
  // Tests of the routes themselves check these shapes.
  return { status: reply.status, body: (text === '' ? {} : JSON.parse(text)) as Reply };
};
/** The number of e-mails to an address, once none is queued. */
async function mailsTo(email: string): Promise<number> {
  await expect
    .poll(() => fixture.temporary.database.query({ text: 'select 1 from waiting_mail' }))
    .toEqual([]);
  return guarded.mail.countTo(email);
}
const secretIn = async (email: string, seen: number): Promise<string> =>
  /#(\S+)/.exec((await guarded.mail.next(email, seen)).text)?.[1] ?? '';
const signIn = async (
  browser: SiteBrowser,
  { email, password }: Pick<Person, 'email' | 'password'>,
): Promise<void> => void (await send(browser, '/api/session/sign-in', { email, password }));
const seen = (browser: SiteBrowser, domainId: string): Promise<Seen> =>
  seenBy(browser, fixture.address, domainId);
const complete = (browser: SiteBrowser) =>
  send(browser, '/api/session/second-factor', { kind: 'backupCode', code: codes.pop() ?? '' });

/** Registers the organisation's SAML provider and a member who linked it, LINE and Google. */
async function addPerson(
  name: 'guarded' | 'owing',
  domainId: string,
  more: Pick<Person, 'email' | 'line' | 'google' | 'saml'>,
): Promise<void> {
  const owner = `owner@${domainId}.example`;
  await fixture.addMember(owner, domainId, ownerAdministrator);
  const { entityId, signInUrl, certificate } = guarded.standIns.saml;
  const provider = {
    id: domainId,
    name: domainId,
    entityId,
    signInUrl,
    certificates: [certificate],
    allowIdpInitiated: true,
    emailAttribute: null,
    nameAttribute: null,
    joinLevel: null,
  };
  expect(
    (await send(await fixture.browser(owner), `/api/domains/${domainId}/saml-providers`, provider))
      .status,
  ).toBe(200);
  const userId = await fixture.addMember(more.email, domainId, generalStaff);
  people[name] = { ...more, userId, domainId, password: FIXTURE_PASSWORD };
  const browser = await fixture.browser(more.email);
  for (const way of ['line', 'google'] as const)
    expect(
      (await goThrough(browser, fixture.address, way, more[way], { intent: 'link' })).get(
        'outcome',
      ),
    ).toBe('linked');
  const start = await startProviderSignIn(browser, fixture.address, `saml.${domainId}`, {
    intent: 'link',
  });
  expect((await throughSaml(browser, start, more.saml)).get('outcome')).toBe('linked');
}

beforeAll(async () => {
  guarded = await startGuardedFixture();
  ({ fixture } = guarded);
  await addPerson('guarded', 'akane', {
    email: KNOWN_ADDRESS,
    line: 'U-hanako',
    google: '10001',
    saml: 'staff-0001',
  });
  await addPerson('owing', 'strict', {
    email: 'nobody@demo.example',
    line: 'U-stranger',
    google: '10002',
    saml: 'staff-9999',
  });
  codes.push(
    ...(await registerAppIn(await fixture.browser(KNOWN_ADDRESS), fixture.address, new Date())),
  );
  const [akane, strict] = [
    await fixture.browser('owner@akane.example'),
    await fixture.browser('owner@strict.example'),
  ];
  const invite = async (
    by: SiteBrowser,
    domainId: string,
    mailTo: string | null,
  ): Promise<string> =>
    (
      await send<{ code: string }>(by, '/api/invitations', {
        kind: 'member',
        domainId,
        accessLevel: generalStaff,
        label: 'x',
        mailTo,
        days: 7,
        language: 'ja',
      })
    ).body.code;
  prepared.guestCode = await invite(strict, 'strict', null);
  prepared.individualCode = await invite(akane, 'akane', null);
  await invite(strict, 'strict', 'newcomer@strict.example');
  prepared.newcomerLink = await secretIn('newcomer@strict.example', 0);
  const report = (
    await send<{ id: string }>(strict, '/api/reports/saved', {
      name: 'week',
      isShared: true,
      filter: { domainId: 'strict', period: { kind: 'newest', nights: 7 } },
    })
  ).body.id;
  prepared.oneTimeToken = (
    await send<{ token: string }>(strict, '/api/one-time-links', {
      subject: { kind: 'report', domainId: 'strict', report },
      label: 'x',
      hours: 24,
    })
  ).body.token;
  await fixture.commit([
    { kind: 'update', path: 'domain/strict', fields: [{ field: ['mfaRequired'], value: true }] },
  ]);
});
afterAll(() => guarded.close());

/** Every sign-in method of an existing account, each through its own routes and real providers. */
const METHODS: readonly (readonly [
  name: string,
  go: (browser: SiteBrowser, who: Person) => Promise<void>,
])[] = [
  ['a password', (browser, who) => signIn(browser, who)],
  [
    'LINE',
    async (browser, who) => void (await goThrough(browser, fixture.address, 'line', who.line)),
  ],
  [
    'Google',
    async (browser, who) => void (await goThrough(browser, fixture.address, 'google', who.google)),
  ],
  [
    'SAML',
    async (browser, who) =>
      void (await throughSaml(
        browser,
        await startProviderSignIn(browser, fixture.address, `saml.${who.domainId}`),
        who.saml,
      )),
  ],
  [
    'SAML, begun by the provider',
    async (browser, who) => {
      const start = new URL(guarded.standIns.saml.startUrl);
      for (const [part, end] of [
        ['acsUrl', 'acs'],
        ['audience', 'metadata'],
      ] as const)
        start.searchParams.set(part, url(`/api/saml/${who.domainId}/${end}`));
      await throughSaml(browser, start.href, who.saml);
    },
  ],
  [
    'a password reset',
    async (browser, who) => {
      const mails = await mailsTo(who.email);
      await send(browser, '/api/registration/password-reset', { email: who.email, language: 'ja' });
      who.password = `four moths by lamp ${mails}`;
      await send(browser, '/api/registration/password-reset/complete', {
        token: await secretIn(who.email, mails),
        password: who.password,
      });
    },
  ],
];

describe('a member who has a second factor', () => {
  it.each(METHODS)(
    '%s: shows nothing before the second factor, and everything after it',
    async (_name, go) => {
      const who = person('guarded');
      const browser = await fixture.browser();
      await go(browser, who);
      expect([await whoIs(browser, fixture.address), await seen(browser, 'akane')]).toEqual([
        null,
        REFUSED,
      ]);
      expect((await complete(browser)).body).toMatchObject({
        user: { uid: who.userId, accessLevel: generalStaff },
      });
      expect(await seen(browser, 'akane')).toEqual(SHOWN);
    },
  );

  it('cannot link a provider, prove an address, join or register factors while the sign-in is pending', async () => {
    const who = person('guarded');
    const whole = await fixture.browser();
    await signIn(whole, who);
    await complete(whole);
    await send(whole, '/api/account/email', { email: 'proof@demo.example', language: 'ja' });
    const token = await secretIn('proof@demo.example', 0);
    const browser = await fixture.browser();
    await signIn(browser, who);
    const tries = [
      send(browser, '/api/sign-in/line/start', {
        intent: 'link',
        flow: 'redirect',
        next: '/',
        popupId: null,
      }),
      send(browser, '/api/account/email/complete', { token }),
      send(browser, '/api/invitations/accept', {
        code: prepared.individualCode,
        domainId: 'akane',
        applicant: { kind: 'signedIn' },
      }),
      send(browser, '/api/account/totp', {}),
      send(browser, '/api/account/backup-codes', {}),
    ];
    expect((await Promise.all(tries)).map(({ status }) => status)).toEqual([
      401, 401, 401, 401, 401,
    ]);
    expect(await seen(browser, 'akane')).toEqual(REFUSED);
    // What the pending sign-in could not use still works with both factors.
    expect(
      (await send<{ email: string }>(whole, '/api/account/email/complete', { token })).body.email,
    ).toBe('proof@demo.example');
    people.guarded = { ...who, email: 'proof@demo.example' };
  });

  it('gets a separate account as a guest or by a one-time link during a pending sign-in', async () => {
    for (const [path, call] of [
      ['/api/registration/anonymous', { language: 'ja' }],
      ['/api/session/one-time', { token: prepared.oneTimeToken, language: 'ja' }],
    ] as const) {
      const browser = await fixture.browser();
      await signIn(browser, person('guarded'));
      expect((await send<{ user: { uid: string } }>(browser, path, call)).body.user.uid).not.toBe(
        person('guarded').userId,
      );
      expect([path, await seen(browser, 'akane'), await seen(browser, 'strict')]).toEqual([
        path,
        NOTHING,
        NOTHING,
      ]);
    }
  });

  it('joins an organisation by invitation only after the second factor', async () => {
    await fixture.addDomain('one', { kind: 'individual' });
    await fixture.addMember('alone@one.example', 'one', individualUser);
    const individual = { email: 'alone@one.example', password: FIXTURE_PASSWORD };
    const [code = ''] = await registerAppIn(
      await fixture.browser(individual.email),
      fixture.address,
      new Date(),
    );
    const browser = await fixture.browser();
    await signIn(browser, individual);
    const accept = () =>
      send<{ code: string }>(browser, '/api/invitations/accept', {
        code: prepared.individualCode,
        domainId: 'akane',
        applicant: { kind: 'signedIn' },
      });
    expect([(await accept()).body.code, await seen(browser, 'akane')]).toEqual([
      'session-required',
      REFUSED,
    ]);
    expect(
      (await send(browser, '/api/session/second-factor', { kind: 'backupCode', code })).status,
    ).toBe(200);
    expect((await accept()).status).toBe(200);
    expect(await seen(browser, 'akane')).toEqual(SHOWN);
  });
});

describe('a member of an organisation that demands a second factor', () => {
  /** Registers a factor in a session that requires it, which raises the session's level. */
  async function showsAfterFactor(browser: SiteBrowser): Promise<void> {
    expect([
      (await whoIs(browser, fixture.address))?.accessLevel,
      await seen(browser, 'strict'),
    ]).toEqual([0, NOTHING]);
    await registerAppIn(browser, fixture.address, new Date());
    expect([
      (await whoIs(browser, fixture.address))?.accessLevel,
      await seen(browser, 'strict'),
    ]).toEqual([generalStaff, SHOWN]);
  }
  beforeEach(async () => {
    await fixture.temporary.database.transaction((queries) =>
      fixture.app.identity.factors.reset(queries, person('owing').userId),
    );
    // These tests register within 30 s of each other, and a code works only once.
    await fixture.temporary.database.query({ text: 'delete from auth_totp_use' });
  });

  it.each(METHODS)(
    '%s: shows nothing before a factor is registered, and everything after it',
    async (_name, go) => {
      const browser = await fixture.browser();
      await go(browser, person('owing'));
      expect((await whoIs(browser, fixture.address))?.uid).toBe(person('owing').userId);
      await showsAfterFactor(browser);
    },
  );

  it('sees nothing by linking a provider before a factor is registered', async () => {
    const browser = await fixture.browser();
    await signIn(browser, person('owing'));
    const unlinked = await send(browser, '/api/account/providers/unlink', { provider: 'google' });
    expect([
      unlinked.status,
      (await goThrough(browser, fixture.address, 'google', '10002', { intent: 'link' })).get(
        'outcome',
      ),
    ]).toEqual([204, 'linked']);
    await showsAfterFactor(browser);
  });

  it('sees nothing by verifying another address before a factor is registered', async () => {
    const email = 'proves@strict.example';
    await fixture.addMember(email, 'strict', generalStaff);
    const browser = await fixture.browser(email);
    await send(browser, '/api/account/email', { email: 'proved@strict.example', language: 'ja' });
    expect(
      (
        await send(browser, '/api/account/email/complete', {
          token: await secretIn('proved@strict.example', 0),
        })
      ).status,
    ).toBe(200);
    await showsAfterFactor(browser);
  });

  it('sees nothing by a mailed invitation before a factor is registered', async () => {
    const [code = '', token = ''] = prepared.newcomerLink.split('.');
    const browser = await fixture.browser();
    const accepted = await send(browser, '/api/invitations/accept', {
      code,
      domainId: 'strict',
      applicant: {
        kind: 'newcomer',
        address: { kind: 'proven', token },
        name: '新人',
        password: 'four moths by the lamp',
        language: 'ja',
      },
    });
    expect(accepted.status).toBe(200);
    await showsAfterFactor(browser);
  });

  it('sees nothing as a guest who links LINE and accepts an invitation before a factor is registered', async () => {
    const browser = await fixture.browser();
    expect((await send(browser, '/api/registration/anonymous', { language: 'ja' })).status).toBe(
      200,
    );
    expect(await seen(browser, 'strict')).toEqual(NOTHING);
    expect(
      (await goThrough(browser, fixture.address, 'line', 'U-guest', { intent: 'link' })).get(
        'outcome',
      ),
    ).toBe('linked');
    expect(
      (
        await send(browser, '/api/invitations/accept', {
          code: prepared.guestCode,
          domainId: 'strict',
          applicant: { kind: 'signedIn' },
        })
      ).status,
    ).toBe(200);
    await showsAfterFactor(browser);
  });
});
