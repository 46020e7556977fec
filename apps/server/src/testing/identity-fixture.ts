import { addRoutes } from '../core/http/route.ts';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { ACCESS_LEVELS, type AccessLevelName } from '@yamori/domain';
import type { Bus } from '../core/messaging/bus.ts';
import { createInProcessBus } from '../core/messaging/in-process-bus.ts';
import { NO_MAIL } from '../core/mail/mail.ts';
import { createIdentity, type Identity } from '../modules/identity/identity.ts';
import { identityRoutes } from '../modules/identity/identity-routes.ts';
import type { HttpOptions } from '../core/http/http-server.ts';
import { createTestServer } from './http-fixture.ts';
import { storeDocument } from './stored-document.ts';
import { FAST_HASHING } from './fast-password-hash.ts';
import { openTemporaryDatabase, type TemporaryDatabase } from './temporary-database.ts';

export const TEST_PASSWORD = 'gecko beneath the eaves';

/** A web server with sign-in on a temporary database. Tests may advance `clock.now`. */
export type IdentityFixture = {
  readonly temporary: TemporaryDatabase;
  readonly bus: Bus;
  readonly identity: Identity;
  readonly server: FastifyInstance;
  readonly clock: { now: Date };
  /** Adds a member with TEST_PASSWORD; returns the user id. */
  readonly addMember: (
    email: string,
    level: AccessLevelName,
    domainId?: string,
    state?: string,
  ) => Promise<string>;
  /** Signs in and returns the Cookie header. */
  readonly signIn: (email: string, password?: string) => Promise<string>;
  readonly close: () => Promise<void>;
};

export type FixtureOptions = Partial<HttpOptions> & {
  readonly signInsPerAccount?: number;
  readonly signInsPerAddress?: number;
  readonly sessionIdleSeconds?: number;
  /** Uses the production cost of password hashes. */
  readonly fullCost?: boolean;
  /** A migrated database; the stage deletes it when it closes. */
  readonly temporary?: TemporaryDatabase;
};

export async function startIdentityFixture(options: FixtureOptions = {}): Promise<IdentityFixture> {
  const log = pino({ level: 'silent' });
  const temporary = options.temporary ?? (await openTemporaryDatabase());
  const bus = createInProcessBus(log);
  const clock = { now: new Date() };
  const identity = await createIdentity({
    database: temporary.database,
    bus,
    mail: NO_MAIL,
    log,
    now: () => clock.now,
    publicOrigin: null,
    secure: options.secure ?? false,
    secret: 'a secret that all servers of a test have',
    signInsPerAccount: options.signInsPerAccount ?? 20,
    signInsPerAddress: options.signInsPerAddress ?? 60,
    sessionIdleSeconds: options.sessionIdleSeconds ?? 24 * 60 * 60,
    demonstrationAccounts: [],
    ...(options.fullCost === true ? {} : { passwordHashing: FAST_HASHING }),
  });
  const server = createTestServer({
    lookupSession: identity.findSession,
    bodyLimitBytes: 64 * 1024,
    requestsPerMinutePerAddress: 1_000,
    now: () => clock.now.getTime(),
    ...options,
  });
  addRoutes(server, identityRoutes(identity));

  return {
    temporary,
    bus,
    identity,
    server,
    clock,
    addMember: async (email, level, domainId = 'ward-a', state = 'active') => {
      const userId = await identity.createUser({ email, password: TEST_PASSWORD, name: 'Someone' });
      await storeDocument(temporary.database, `staff/${userId}`, {
        userId,
        domainId,
        rootDomainId: 'root',
        name: 'Someone',
        accessLevel: ACCESS_LEVELS[level],
        email,
        state,
      });
      return userId;
    },
    signIn: async (email, password = TEST_PASSWORD) => {
      const reply = await server.inject({
        method: 'POST',
        url: '/api/session/sign-in',
        payload: { email, password },
      });
      if (reply.statusCode !== 200)
        throw new Error(`sign-in answered ${reply.statusCode} ${reply.body}`);
      return reply.cookies
        .map((cookie) => `${cookie.name}=${encodeURIComponent(cookie.value)}`)
        .join('; ');
    },
    close: async () => {
      await server.close();
      await identity.close();
      await bus.close();
      await temporary.drop();
    },
  };
}
