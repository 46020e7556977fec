import { expect } from 'vitest';
import { LIVE_PATH } from '@yamori/domain';
import { openTestViewer, type TestViewer } from '../../../../testing/live-fixture.ts';
import { startMailServer, type MailServer } from '../../../../testing/mail-server.ts';
import { createAuthenticatorApp } from '../../../../testing/test-browser.ts';
import { openTestMail } from '../../../../testing/test-mail.ts';
import { readConfig } from '../../../../config/config.ts';
import { toOidcProviders } from '../../../../config/providers.ts';
import { startFederationFixture, type FederationFixture } from './federation-fixture.ts';
import type { SiteBrowser } from './site-browser.ts';
import { startStandIns, type StandInProcess } from './stand-in-process.ts';
import { isOutcome, getOutcome } from './provider-sign-in.ts';

/** Members of `akane` may use a second factor; `strict` will require one. Each has one room. */
export type GuardedFixture = {
  readonly fixture: FederationFixture;
  readonly standIns: StandInProcess;
  readonly mail: MailServer;
  readonly close: () => Promise<void>;
};

/**
 * The identity provider of the organisations sends this address for `staff-0001`, and an unknown
 * one for `staff-9999`.
 */
export const KNOWN_ADDRESS = 'owner@demo.example';

export async function startGuardedFixture(): Promise<GuardedFixture> {
  const mail = await startMailServer();
  const held: { standIns?: StandInProcess } = {};
  const fixture = await startFederationFixture({
    mail: (database, log) => openTestMail(database, mail.url, log),
    registration: {
      anonymous: true,
      mailsPerVisitor: 10_000,
      mailsPerRecipient: 10_000,
      guestsPerVisitor: 10_000,
      guessesPerVisitor: 10_000,
    },
    providers: async (address) =>
      toOidcProviders(
        readConfig((held.standIns = await startStandIns(address, KNOWN_ADDRESS)).environment),
      ),
  });
  const { standIns } = held;
  if (standIns === undefined) throw new Error('the stand-in providers did not start');
  for (const id of ['akane', 'strict']) {
    await fixture.addDomain(id, {
      signInMethods: ['email', 'line', 'google', 'anonymous', 'saml'],
    });
    await fixture.commit([
      {
        kind: 'set',
        path: `room/${id}-1`,
        data: { domainId: id, rootDomainId: id, name: `${id} の部屋`, deviceSerials: [] },
      },
    ]);
  }
  return {
    fixture,
    standIns,
    mail,
    close: async () => {
      await fixture.close();
      await standIns.close();
      await mail.close();
    },
  };
}

/** What a browser sees of a room: shown, nothing or the status of the error, by kind of request. */
export type Seen = { readonly read: string; readonly list: string; readonly live: string };

const QUERY = { collection: 'room', group: false, filters: [], orderBy: [], offset: 0, limit: 50 };

export async function seenBy(
  browser: SiteBrowser,
  address: string,
  domainId: string,
): Promise<Seen> {
  const path = `room/${domainId}-1`;
  const shows = async (url: string, json: object): Promise<string> => {
    const reply = await browser.ask(`${address}${url}`, { json });
    const body = await reply.text();
    if (reply.status !== 200) return String(reply.status);
    return body.includes('の部屋') ? 'shown' : 'nothing';
  };
  return {
    read: await shows('/api/documents/read', { paths: [path] }),
    list: await shows('/api/documents/list', { query: { collection: 'room' } }),
    live: await shownLive(browser, address, path),
  };
}

async function shownLive(browser: SiteBrowser, address: string, path: string): Promise<string> {
  const viewer = await openTestViewer(
    `${address.replace('http', 'ws')}${LIVE_PATH}`,
    getCookies(browser, address),
    address,
  ).catch((error: Error) => error);
  if (viewer instanceof Error) return /\b401\b/.exec(viewer.message)?.[0] ?? viewer.message;
  viewer.send({ type: 'subscribe', id: 1, target: { kind: 'query', query: QUERY } });
  viewer.send({ type: 'subscribe', id: 2, target: { kind: 'document', path } });
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
  viewer.socket.close();
  await viewer.closed;
  return isShown(viewer) ? 'shown' : 'nothing';
}

const isShown = ({ messages }: TestViewer): boolean =>
  messages.some(
    (message) =>
      message.type === 'changes' && message.changes.some(({ kind }) => kind !== 'removed'),
  );
const getCookies = (browser: SiteBrowser, address: string): string =>
  browser
    .cookieNames(address)
    .map((name) => `${name}=${browser.cookie(address, name) ?? ''}`)
    .join('; ');

/** Registers an authenticator app in this browser; returns the backup codes. */
export async function registerAppIn(
  browser: SiteBrowser,
  address: string,
  now: Date,
): Promise<string[]> {
  const begun = (await (await browser.ask(`${address}/api/account/totp`, { json: {} })).json()) as {
    key?: string;
  };
  const added = await browser.ask(`${address}/api/account/totp/confirm`, {
    json: { code: createAuthenticatorApp(begun.key ?? '').codeAt(now) },
  });
  // Tests of the endpoint check the shape of this reply.
  const { backupCodes } = (await added.json()) as { backupCodes?: string[] | null };
  if (added.status !== 200)
    throw new Error(`registration of the authenticator app failed: ${added.status}`);
  return backupCodes ?? [];
}

/** Chooses a user on the identity provider's page and posts its form. */
export async function throughSaml(
  browser: SiteBrowser,
  address: string,
  sub: string,
): Promise<URLSearchParams> {
  const url = new URL(address);
  url.searchParams.set('as', sub);
  const { body } = await browser.go(url.href);
  const field = (name: string): string =>
    new RegExp(`name="${name}" value="([^"]*)"`).exec(body)?.[1] ?? '';
  const form = { SAMLResponse: field('SAMLResponse'), RelayState: field('RelayState') };
  return getOutcome(
    await browser.go(/action="([^"]+)"/.exec(body)?.[1] ?? '', isOutcome, {
      form,
      fromOtherSite: url.origin,
    }),
  );
}
