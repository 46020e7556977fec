import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SIGN_IN_METHODS, type AccessLevel } from '@yamori/domain';
import { MEMBER_PASSWORD, startLiveFixture, type LiveFixture } from '../../testing/live-fixture.ts';
import { openTestBrowser, registerApp, type TestApp } from '../../testing/test-browser.ts';
import type { AuthenticatedIdentity } from './session.ts';

const VISIT = { address: '192.0.2.1', userAgent: 'test' };
const MINUTE_MS = 60_000;
const clock = { aheadMs: 0 };

let fixture: LiveFixture;
beforeAll(async () => {
  fixture = await startLiveFixture({ now: () => new Date(Date.now() + clock.aheadMs) });
  const domain = {
    parentDomainId: null,
    ancestorIds: [],
    kind: 'facility',
    name: 'x',
    signInMethods: [...SIGN_IN_METHODS],
    samlProviderIds: ['saml.acme'],
  };
  await fixture.commit([
    {
      kind: 'set',
      path: 'domain/akane',
      data: { ...domain, code: 'akane', rootDomainId: 'akane' },
    },
    {
      kind: 'set',
      path: 'domain/strict',
      data: { ...domain, code: 'strict', rootDomainId: 'strict', mfaRequired: true },
    },
    {
      kind: 'set',
      path: 'room/strict-1',
      data: { domainId: 'strict', rootDomainId: 'strict', name: '301', deviceSerials: [] },
    },
  ]);
});
afterAll(() => fixture.close());

/** What each sign-in method proves: one factor. All methods of a domain, and the one-time link. */
const METHODS: readonly {
  readonly provider: string;
  readonly method: string;
  readonly more?: Partial<AuthenticatedIdentity>;
}[] = [
  { provider: 'email', method: 'email' },
  { provider: 'line', method: 'line' },
  { provider: 'google', method: 'google' },
  { provider: 'saml.acme', method: 'saml' },
  { provider: 'anonymous', method: 'anonymous' },
  { provider: 'singleTimeToken', method: 'singleTimeToken', more: { singleTimeToken: 'report-1' } },
];

const getCookiePair = (lines: readonly string[]): string =>
  lines.map((line) => line.split(';')[0] ?? '').join('; ');
const ask = (cookie: string, url: string, payload?: object) =>
  fixture.app.server.inject({
    url,
    headers: { cookie },
    ...(payload === undefined ? {} : { method: 'POST', payload }),
  });

/** Reads and writes room data through each kind of call. */
async function dataSeen(cookie: string, roomId: string) {
  const query = { collection: 'room' };
  const replies = await Promise.all([
    ask(cookie, '/api/documents/read', { paths: [`room/${roomId}`] }),
    ask(cookie, '/api/documents/list', { query }),
    ask(cookie, '/api/documents/count', { query }),
    ask(cookie, `/api/rooms/${roomId}/call/answer`, {}),
    ask(cookie, '/api/documents/commit', {
      writes: [
        { kind: 'update', path: `room/${roomId}`, fields: [{ field: ['floor'], value: '9' }] },
      ],
    }),
  ]);
  return replies.map(({ statusCode, body }) => ({
    statusCode,
    seen: body.includes('301') || body.includes('201') || /"count":[1-9]/.test(body),
  }));
}

async function withApp(email: string, domainId: string): Promise<{ userId: string; app: TestApp }> {
  const userId = await fixture.addMember(email, domainId, 3);
  const browser = openTestBrowser(fixture.app.server);
  await browser.signIn(email, MEMBER_PASSWORD);
  const app = await registerApp(browser, new Date(Date.now() + clock.aheadMs));
  clock.aheadMs += MINUTE_MS;
  return { userId, app };
}

describe('sign-in methods', () => {
  it('the table has a row for each method', () => {
    expect(METHODS.map(({ method }) => method).toSorted()).toEqual(
      [...SIGN_IN_METHODS, 'singleTimeToken'].toSorted(),
    );
  });

  it('open sessions in one place only', () => {
    const folder = fileURLToPath(new URL('../..', import.meta.url));
    const openers = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !/\.test\.ts$|(^|\/)testing\//.test(name))
      .filter((name) =>
        /insert into auth_session\b|\bsessions\.open\(/.test(
          readFileSync(`${folder}${name}`, 'utf8'),
        ),
      );
    expect(openers.toSorted()).toEqual([
      'modules/identity/sessions/session-store.ts',
      'modules/identity/sign-in.ts',
    ]);
  });

  it.each(METHODS)(
    '$provider: shows no data before the second factor of a member who has one',
    async ({ provider, more }) => {
      const { userId, app } = await withApp(`asked-${provider}@akane.example`, 'akane');
      const result = await fixture.app.identity.completeSignIn(
        { userId, provider, factors: 1, ...more },
        VISIT,
      );
      expect(result.kind).toBe('secondFactor');
      const cookie = getCookiePair(result.setCookies);
      expect((await ask(cookie, '/api/session')).json()).toMatchObject({
        user: null,
        reach: [],
        pending: { kinds: ['totp', 'backupCode'] },
      });
      expect(await dataSeen(cookie, 'akane-1')).toEqual(
        Array.from({ length: 5 }, () => ({ statusCode: 401, seen: false })),
      );
      await expect(fixture.openViewer(cookie)).rejects.toThrow('401');
      const completed = await ask(cookie, '/api/session/second-factor', {
        kind: 'totp',
        code: app.codeAt(new Date(Date.now() + clock.aheadMs)),
      });
      expect(completed.json()).toMatchObject({
        user: {
          uid: userId,
          providerId: provider,
          accessLevel: 3,
          singleTimeToken: more?.singleTimeToken ?? null,
        },
      });
    },
  );

  it.each(METHODS)(
    '$provider: shows no data before a factor is registered if the organisation demands one',
    async ({ provider, more }) => {
      const userId = await fixture.addMember(`owes-${provider}@strict.example`, 'strict', 3);
      const result = await fixture.app.identity.completeSignIn(
        { userId, provider, factors: 1, ...more },
        VISIT,
      );
      const cookie = getCookiePair(result.setCookies);
      expect((await ask(cookie, '/api/session')).json()).toMatchObject({
        user: { uid: userId, accessLevel: 0 },
        reach: [],
      });
      const seen = await dataSeen(cookie, 'strict-1');
      expect(seen.map((entry) => entry.seen)).toEqual([false, false, false, false, false]);
      for (const { statusCode } of seen.slice(3)) expect([403, 404]).toContain(statusCode);
      const viewer = await fixture.openViewer(cookie);
      viewer.send({
        type: 'subscribe',
        id: 1,
        target: {
          kind: 'query',
          query: {
            collection: 'room',
            group: false,
            filters: [],
            orderBy: [],
            offset: 0,
            limit: 50,
          },
        },
      });
      viewer.send({
        type: 'subscribe',
        id: 2,
        target: { kind: 'document', path: 'room/strict-1' },
      });
      await expect
        .poll(
          () =>
            new Set(
              viewer.messages.flatMap((message) =>
                message.type === 'failed' || (message.type === 'changes' && message.current)
                  ? [message.id]
                  : [],
              ),
            ).size,
        )
        .toBe(2);
      expect(
        viewer.messages.flatMap((message) =>
          message.type === 'changes'
            ? message.changes.filter(({ kind }) => kind !== 'removed')
            : [],
        ),
      ).toEqual([]);
      viewer.socket.close();
    },
  );

  it.each(METHODS.filter(({ method }) => method !== 'singleTimeToken'))(
    '$provider is rejected if the member’s organisation does not accept the method',
    async ({ provider, method }) => {
      const domainId = `without-${method}`;
      await fixture.commit([
        {
          kind: 'set',
          path: `domain/${domainId}`,
          data: {
            code: domainId,
            name: 'x',
            kind: 'facility',
            parentDomainId: null,
            rootDomainId: domainId,
            ancestorIds: [],
            signInMethods: SIGN_IN_METHODS.filter((taken) => taken !== method),
            samlProviderIds: ['saml.acme'],
          },
        },
      ]);
      const userId = await fixture.addMember(`refused@${domainId}.example`, domainId, 3);
      await expect(
        fixture.app.identity.completeSignIn({ userId, provider, factors: 1 }, VISIT),
      ).rejects.toMatchObject({ problem: { code: 'sign-in-way-refused' } });
    },
  );

  it.each(METHODS)(
    '$provider: opens nothing for a suspended member',
    async ({ provider, more }) => {
      const email = `suspended-${provider}@akane.example`;
      const userId = await fixture.addMember(email, 'akane', 3);
      await fixture.commit([
        {
          kind: 'update',
          path: `staff/${userId}`,
          fields: [{ field: ['state'], value: 'suspended' }],
        },
      ]);
      await expect(
        fixture.app.identity.completeSignIn({ userId, provider, factors: 1, ...more }, VISIT),
      ).rejects.toMatchObject({ problem: { code: 'member-suspended' } });
    },
  );

  it('the SAML provider of another organisation is rejected', async () => {
    const userId = await fixture.addMember('foreign-idp@akane.example', 'akane', 3);
    await expect(
      fixture.app.identity.completeSignIn({ userId, provider: 'saml.beta', factors: 1 }, VISIT),
    ).rejects.toMatchObject({ problem: { code: 'sign-in-way-refused' } });
  });

  it('a method that proves two factors opens a session at the full level', async () => {
    const level: AccessLevel = 3;
    const userId = await fixture.addMember('passkey@strict.example', 'strict', level);
    const result = await fixture.app.identity.completeSignIn(
      { userId, provider: 'passkey', factors: 2 },
      VISIT,
    );
    expect(result).toMatchObject({
      kind: 'signedIn',
      session: { actor: { accessLevel: level } },
    });
  });

  it('open nothing for an unknown account', async () => {
    await expect(
      fixture.app.identity.completeSignIn(
        { userId: 'nobody', provider: 'line', factors: 1 },
        VISIT,
      ),
    ).rejects.toMatchObject({ problem: { code: 'sign-in-failed' } });
  });
});
