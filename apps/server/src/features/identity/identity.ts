import type { Logger } from 'pino';
import type pg from 'pg';
import { refuse, type SessionReply, type WaysIn } from '@yamori/domain';
import type { Database } from '../../database/database.ts';
import type { Bus } from '../../messaging/bus.ts';
import { createAdmission, type Admission, type Admit, type Visit } from './admission.ts';
import { createAuthEngine } from './auth-engine.ts';
import { createConfirmation, type Confirmation } from './confirmation.ts';
import { createFailedTries } from './passwords/failed-tries.ts';
import { assertPasswordAllowed } from './passwords/password-rule.ts';
import { kindsOf } from './second-factor/factor-kinds.ts';
import { createSecretStore } from './secret-store.ts';
import type { Session } from './session.ts';
import { createPendingStore } from './sessions/pending-store.ts';
import { createSessionCache } from './sessions/session-cache.ts';
import { createSessionStore, type SessionStore, type SessionSummary } from './sessions/session-store.ts';
import { createSignedCookie } from './sessions/signed-cookie.ts';
import { createSignInHistory, type SignInEvent } from './sign-in-history.ts';

export type SignInAttempt = { readonly email: string; readonly password: string };

/** Who people are and whether they are still signed in. Nothing outside this folder knows the sign-in library. */
export type Identity = {
  /** The one door: every way in ends here. */
  readonly admit: Admit;
  /** @throws ProblemError `sign-in-failed`, `sign-in-limited`, and what the door refuses */
  readonly signIn: (attempt: SignInAttempt, visit: Visit) => Promise<Admission>;
  /** Ends the session of these cookies, if any; gives the cookies that take them back. */
  readonly signOut: (cookies: string | undefined) => Promise<readonly string[]>;
  /** The sign-in of these cookies that waits for its second factor. */
  readonly pendingOf: (cookies: string | undefined) => Promise<SessionReply['pending']>;
  /** The session of these cookies as of at most two seconds ago. */
  readonly sessionOf: (cookies: string | undefined) => Promise<Session | null>;
  readonly listSessions: (userId: string) => Promise<readonly SessionSummary[]>;
  /** Ends one session of this user; another's is not found. */
  readonly endSession: (userId: string, sessionId: string) => Promise<void>;
  readonly endSessionsOf: (userId: string, exceptSessionId?: string) => Promise<void>;
  readonly confirmation: Confirmation;
  readonly listSignIns: (userId: string) => Promise<readonly SignInEvent[]>;
  /** @throws ProblemError `account-exists`, `password-too-short`, `password-too-common` */
  readonly createUser: (user: { readonly email: string; readonly password: string; readonly name: string }) => Promise<string>;
  readonly findUserId: (email: string) => Promise<string | null>;
  /** Tells every server that this member's rights may have changed: what is cached is asked again. */
  readonly announceChange: (userId: string) => void;
  readonly onSessionsChanged: (changed: (userId: string) => void) => () => void;
  readonly demonstrationAccounts: SessionReply['demonstrationAccounts'];
  /** The ways in that there are now. */
  readonly waysIn: () => WaysIn;
  /** Says that this installation has further ways in, or no longer has one. */
  readonly offer: (ways: Partial<WaysIn>) => void;
  /** @throws ProblemError `password-too-short`, `password-too-long`, `password-too-common`; `about`: the person's own words */
  readonly hashPassword: (password: string, about: readonly string[]) => Promise<string>;
  readonly close: () => Promise<void>;
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
  /** A session that nobody used for so long ends. */
  readonly sessionIdleSeconds: number;
  readonly demonstrationAccounts: SessionReply['demonstrationAccounts'];
};

export async function createIdentity(dependencies: IdentityDependencies): Promise<Identity> {
  const { database, bus, now } = dependencies;
  const secret = dependencies.secret ?? (await createSecretStore(database).shared('session-cookies'));
  const engine = createAuthEngine({ ...dependencies, secret });
  const sessions = createSessionStore(database, { now, idleSeconds: dependencies.sessionIdleSeconds });
  const pending = createPendingStore(database, now);
  const history = createSignInHistory(database, dependencies);
  const sessionCookie = createSignedCookie({ name: 'yamori.session_token', secret, secure: dependencies.secure });
  const pendingCookie = createSignedCookie({ name: 'yamori.sign_in', secret, secure: dependencies.secure });
  const admit = createAdmission({ database, sessions, pending, history, sessionCookie, pendingCookie, kindsOf: (userId) => kindsOf(database, userId) });
  const tries = createFailedTries(database, { now, perAddress: dependencies.signInsPerAddress, perAccount: dependencies.signInsPerAccount });

  const ways = { current: PASSWORD_ONLY };
  const announceChange = (userId: string) => {
    // At once here, so that the answer to whoever caused it is right; the others hear of it.
    cache.forget(userId);
    bus.publish(`identity.${userId}`, NOTHING);
  };
  const onSessionsChanged = (changed: (userId: string) => void) => {
    const subscription = bus.subscribe('identity.>', (subject) => changed(subject.slice('identity.'.length)));
    return () => subscription.close();
  };
  const cache = createSessionCache({ read: (token) => readLiving(sessions, token, announceChange), now });
  const stopListening = onSessionsChanged(cache.forget);
  const sessionOf = async (cookies: string | undefined) => {
    const token = sessionCookie.read(cookies);
    return token === null ? null : cache.get(token);
  };

  return {
    sessionOf,
    admit,
    signIn: (attempt, visit) => tries.counted({ email: attempt.email, address: visit.address }, async () => {
      const verdict = await engine.verifyPassword(attempt);
      if (verdict.kind === 'right') return admit({ userId: verdict.userId, provider: 'email', factors: 1 }, visit);
      if (verdict.userId !== null) history.note(verdict.userId, 'email', 'failed', visit);
      throw refuse('sign-in-failed');
    }),
    signOut: async (cookies) => {
      const session = await sessionOf(cookies);
      if (session !== null) {
        await sessions.end(session.actor.userId, session.sessionId);
        announceChange(session.actor.userId);
      }
      return [sessionCookie.takeBack()];
    },
    pendingOf: async (cookies) => {
      const token = pendingCookie.read(cookies);
      const found = token === null ? null : await pending.find(token);
      return found === null ? null : { kinds: await kindsOf(database, found.userId), expiresAt: found.expiresAt.toISOString() };
    },
    confirmation: createConfirmation(sessions, now),
    listSignIns: history.list,
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
    waysIn: () => ways.current,
    offer: (more) => { ways.current = { ...ways.current, ...more }; },
    hashPassword: (password, about) => {
      assertPasswordAllowed(password, about);
      return engine.hashPassword(password);
    },
    close: async () => {
      stopListening();
      await history.close();
    },
  };
}

const NOTHING = new Uint8Array(0);
const PASSWORD_ONLY: WaysIn = { password: true, line: false, google: false, saml: false, passkey: false, anonymous: false, signUp: false, registerDomain: false, passwordReset: false };

/** Ends a session whose member was suspended or fell in level since it was opened, by whichever way that was written. */
async function readLiving(sessions: SessionStore, token: string, announce: (userId: string) => void): Promise<Session | null> {
  const found = await sessions.find(token);
  if (found.kind === 'living') return found.session;
  if (found.kind === 'fallen') {
    await sessions.end(found.userId, found.sessionId);
    announce(found.userId);
  }
  return null;
}
