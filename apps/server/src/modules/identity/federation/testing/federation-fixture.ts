import { pino, type Logger } from 'pino';
import type { Write } from '@yamori/domain';
import { createApp, type App } from '../../../../app.ts';
import { toRegistrationOptions } from '../../../../config/registration.ts';
import { toLimits, readConfig } from '../../../../config/config.ts';
import { NO_MAIL, type Mail } from '../../../../core/mail/mail.ts';
import type { Database } from '../../../../core/database/database.ts';
import type { RegistrationOptions } from '../../registration/registration-context.ts';
import { createInProcessBus } from '../../../../core/messaging/in-process-bus.ts';
import { freePort } from '../../../../testing/free-port.ts';
import { FAST_HASHING } from '../../../../testing/fast-password-hash.ts';
import {
  openTemporaryDatabase,
  type TemporaryDatabase,
} from '../../../../testing/temporary-database.ts';
import type { OidcProvider } from '../oidc/oidc-provider.ts';
import { createSiteBrowser, type SiteBrowser } from './site-browser.ts';

/** The providers run in the test: on a loaded machine they take longer than a real one may. */
const PROVIDER_TIMEOUT_MS = 120_000;

export const FIXTURE_PASSWORD = 'gecko beneath the eaves';

/** Two servers on one database. Providers are configured once the addresses are known. */
export type FederationFixture = {
  readonly address: string;
  /** The second server of the same installation. */
  readonly otherAddress: string;
  readonly app: App;
  readonly temporary: TemporaryDatabase;
  readonly clock: { now: () => Date };
  /** Everything that the servers logged. */
  readonly logged: () => string;
  readonly forgetLog: () => void;
  readonly commit: (writes: Write[]) => Promise<void>;
  readonly addDomain: (id: string, fields?: Readonly<Record<string, unknown>>) => Promise<void>;
  readonly addMember: (
    email: string,
    domainId: string,
    accessLevel: number,
    state?: string,
  ) => Promise<string>;
  /** A browser, signed in with a password if an address is given. */
  readonly browser: (email?: string) => Promise<SiteBrowser>;
  /** Numbers of users, linked accounts and sessions, which a rejected attempt must not change. */
  readonly counts: () => Promise<{
    users: number;
    accounts: number;
    sessions: number;
    pending: number;
  }>;
  readonly close: () => Promise<void>;
};

type FixtureOptions = {
  /** With mail, the first server also gets a public origin, because mailed links need one. */
  readonly mail?: (database: Database, log: Logger) => Mail;
  readonly registration?: Partial<RegistrationOptions>;
  readonly providers?: (
    address: string,
  ) => Promise<readonly OidcProvider[]> | readonly OidcProvider[];
  readonly signUp?: boolean;
};

export async function startFederationFixture(
  options: FixtureOptions = {},
): Promise<FederationFixture> {
  const temporary = await openTemporaryDatabase();
  const lines: string[] = [];
  const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) });
  const bus = createInProcessBus(log);
  const clock = { now: () => new Date() };
  const [port, otherPort] = [await freePort(), await freePort()];
  const address = `http://127.0.0.1:${port}`;
  const oidcProviders = (await options.providers?.(address)) ?? [];
  const mail = options.mail?.(temporary.database, log) ?? NO_MAIL;
  const open = (serverId: string, publicOrigin: string | null) =>
    createApp({
      database: { ...temporary.database, counts: temporary.counts, url: temporary.url },
      bus,
      log,
      now: () => clock.now(),
      serverId,
      webFolder: null,
      publicOrigin,
      secure: false,
      tls: null,
      trustedProxies: [],
      secret: 'a secret of two servers that stand together',
      demonstrationAccounts: [],
      passwordHashing: FAST_HASHING,
      oidcProviders,
      providerTimeoutMs: PROVIDER_TIMEOUT_MS,
      mail,
      limits: toLimits(readConfig({})),
      registration: { ...toRegistrationOptions(readConfig({})), ...options.registration },
    });
  // The second server uses the first one's address, as behind a load balancer.
  const [app, other] = [
    await open('server-1', options.mail === undefined ? null : address),
    await open('server-2', address),
  ];
  await app.server.listen({ host: '127.0.0.1', port });
  await other.server.listen({ host: '127.0.0.1', port: otherPort });
  if (options.signUp === true) for (const one of [app, other]) one.identity.offer({ signUp: true });
  const commit = async (writes: Write[]): Promise<void> =>
    void (await app.store.commit(writes, { userId: null }));
  const count = async (table: string): Promise<number> =>
    (await temporary.pool.query<{ count: string }>(`select count(*) from ${table}`)).rows.map(
      (row) => Number(row.count),
    )[0] ?? 0;

  return {
    address,
    otherAddress: `http://127.0.0.1:${otherPort}`,
    app,
    temporary,
    clock,
    commit,
    logged: () => lines.join(''),
    forgetLog: () => void lines.splice(0),
    addDomain: (id, fields = {}) =>
      commit([
        {
          kind: 'set',
          path: `domain/${id}`,
          data: {
            code: id,
            name: id,
            kind: 'facility',
            parentDomainId: null,
            rootDomainId: id,
            ancestorIds: [],
            signInMethods: ['email', 'line', 'google'],
            ...fields,
          },
        },
      ]),
    addMember: async (email, domainId, accessLevel, state = 'active') => {
      const userId = await app.identity.createUser({
        email,
        password: FIXTURE_PASSWORD,
        name: 'Somebody',
      });
      await commit([
        {
          kind: 'set',
          path: `staff/${userId}`,
          data: {
            userId,
            domainId,
            rootDomainId: domainId,
            name: 'Somebody',
            accessLevel,
            email,
            state,
          },
        },
      ]);
      return userId;
    },
    browser: async (email) => {
      const browser = createSiteBrowser();
      if (email === undefined) return browser;
      const reply = await browser.ask(`${address}/api/session/sign-in`, {
        json: { email, password: FIXTURE_PASSWORD },
      });
      if (!reply.ok) throw new Error(`sign-in failed: ${reply.status} ${await reply.text()}`);
      return browser;
    },
    counts: async () => ({
      users: await count('auth_user'),
      accounts: await count('auth_account'),
      sessions: await count('auth_session'),
      pending: await count('auth_pending'),
    }),
    close: async () => {
      await mail.close();
      await app.close();
      await other.close();
      await bus.close();
      await temporary.drop();
    },
  };
}
