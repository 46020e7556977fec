import type { Logger } from 'pino';
import type pg from 'pg';
import { refuse, type SessionReply, type WaysIn } from '@yamori/domain';
import type { Database } from '../../database/database.ts';
import type { Bus } from '../../messaging/bus.ts';
import { createAuthEngine } from './auth-engine.ts';
import { createFailedTries } from './failed-tries.ts';
import { assertPasswordAllowed } from './password-rule.ts';
import { createSecretStore } from './secret-store.ts';
import type { Session } from './session.ts';
import { createSessionCache } from './session-cache.ts';
import { createSessionStore, type SessionSummary } from './session-store.ts';

export type SignInAttempt = { readonly email: string; readonly password: string; readonly address: string; readonly userAgent: string };
export type SignInResult = { readonly session: Session; readonly setCookies: readonly string[] };

/** Who people are and whether they are still signed in. Nothing outside this folder knows the sign-in library. */
export type Identity = {
  /** @throws ProblemError `sign-in-failed`, `sign-in-limited`, `member-suspended` */
  readonly signIn: (attempt: SignInAttempt) => Promise<SignInResult>;
  /** Ends the session of these cookies, if any; gives the cookies that take them back. */
  readonly signOut: (cookies: string | undefined) => Promise<readonly string[]>;
  /** The session of these cookies as of at most two seconds ago. */
  readonly sessionOf: (cookies: string | undefined) => Promise<Session | null>;
  readonly listSessions: (userId: string) => Promise<readonly SessionSummary[]>;
  /** Ends one session of this user; another's is not found. */
  readonly endSession: (userId: string, sessionId: string) => Promise<void>;
  readonly endSessionsOf: (userId: string, exceptSessionId?: string) => Promise<void>;
  /** @throws ProblemError `account-exists`, `password-too-short`, `password-too-common` */
  readonly createUser: (user: { readonly email: string; readonly password: string; readonly name: string }) => Promise<string>;
  readonly findUserId: (email: string) => Promise<string | null>;
  /** Tells every server that this member's rights may have changed: what is cached is asked again. */
  readonly announceChange: (userId: string) => void;
  readonly onSessionsChanged: (changed: (userId: string) => void) => () => void;
  readonly demonstrationAccounts: SessionReply['demonstrationAccounts'];
  readonly waysIn: WaysIn;
  readonly close: () => void;
};

export type IdentityDependencies = {
  readonly database: Database;
  /** The same database for the sign-in library, which brings its own statements. */
  readonly pool: pg.Pool;
  readonly bus: Bus;
  readonly log: Logger;
  readonly now: () => Date;
  readonly publicOrigin: string | null;
  /** People reach us over https. */
  readonly secure: boolean;
  /** Signs cookies; null: random, kept in the database. */
  readonly secret: string | null;
  readonly signInsPerAddress: number;
  readonly signInsPerAccount: number;
  readonly demonstrationAccounts: SessionReply['demonstrationAccounts'];
};

export async function createIdentity(dependencies: IdentityDependencies): Promise<Identity> {
  const { database, bus, now } = dependencies;
  const secret = dependencies.secret ?? (await createSecretStore(database).shared('session-cookies'));
  const engine = createAuthEngine({ ...dependencies, secret });
  const sessions = createSessionStore(database, now);
  const tries = createFailedTries(database, { now, perAddress: dependencies.signInsPerAddress, perAccount: dependencies.signInsPerAccount });

  const announceChange = (userId: string) => bus.publish(`identity.${userId}`, NOTHING);
  const onSessionsChanged = (changed: (userId: string) => void) => {
    const subscription = bus.subscribe('identity.>', (subject) => changed(subject.slice('identity.'.length)));
    return () => subscription.close();
  };
  const cache = createSessionCache({ read: (token) => readLiving(sessions, token, announceChange), now });
  const stopListening = onSessionsChanged(cache.forget);
  const sessionOf = async (cookies: string | undefined) => {
    const token = engine.tokenOf(cookies);
    return token === null ? null : cache.get(token);
  };

  return {
    sessionOf,
    signIn: (attempt) => tries.counted(attempt, async () => {
      const { token, setCookies } = await engine.signIn(attempt);
      const session = await sessions.open(token, attempt.address);
      if (session.kind === 'suspended') throw refuse('member-suspended');
      return { session: session.session, setCookies };
    }),
    signOut: async (cookies) => {
      const session = await sessionOf(cookies);
      const setCookies = await engine.signOut(cookies);
      if (session !== null) announceChange(session.actor.userId);
      return setCookies;
    },
    listSessions: sessions.list,
    endSession: async (userId, sessionId) => {
      if (!(await sessions.end(userId, sessionId))) throw refuse('entry-not-found');
      announceChange(userId);
    },
    endSessionsOf: async (userId, exceptSessionId) => {
      await sessions.endAll(userId, exceptSessionId ?? null);
      announceChange(userId);
    },
    createUser: async ({ email, password, name }) => {
      assertPasswordAllowed(password, [email, name]);
      return engine.createUser({ email, password, name });
    },
    findUserId: engine.findUserId,
    announceChange,
    onSessionsChanged,
    demonstrationAccounts: dependencies.demonstrationAccounts,
    waysIn: PASSWORD_ONLY,
    close: stopListening,
  };
}

const NOTHING = new Uint8Array(0);
const PASSWORD_ONLY: WaysIn = { password: true, line: false, google: false, saml: false, passkey: false, anonymous: false, signUp: false, registerDomain: false };

/** Ends a session whose member was suspended or fell in level since it was opened, by whichever way that was written. */
async function readLiving(sessions: ReturnType<typeof createSessionStore>, token: string, announce: (userId: string) => void): Promise<Session | null> {
  const found = await sessions.find(token);
  if (found.kind === 'living') return found.session;
  if (found.kind === 'fallen') {
    await sessions.end(found.userId, found.sessionId);
    announce(found.userId);
  }
  return null;
}
