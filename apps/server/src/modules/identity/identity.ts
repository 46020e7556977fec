import type { Logger } from 'pino';
import {
  ProblemError,
  type AccountSecurity,
  type SessionReply,
  type OfferedSignInMethods,
} from '@yamori/domain';
import type { Database } from '../../core/database/database.ts';
import type { DocumentStore } from '../../core/documents/document-store.ts';
import type { Bus } from '../../core/messaging/bus.ts';
import type { Mail } from '../../core/mail/mail.ts';
import { createNotifyOwner, type NotifyOwner } from './security-emails.ts';
import { createAccountSecurity } from './account-security.ts';
import { createCompleteSignIn, type SignInResult, type CompleteSignIn } from './sign-in.ts';
import type { ClientInfo, Session } from './session.ts';
import { createConfirmation, type Confirmation } from './confirmation.ts';
import { createPasswordRule } from './passwords/password-rule.ts';
import { createKnownDevice, type KnownDevice } from './passwords/known-device.ts';
import { createPasswordHashing, type PasswordHashing } from './passwords/password-hashing.ts';
import {
  createLoginThrottle,
  getPasswordKey,
  type LoginThrottle,
} from './passwords/login-throttle.ts';
import { createPasswords, verifyPassword, type Passwords } from './passwords/passwords.ts';
import { findUserId, insertAccount, newUserId } from './registration/accounts.ts';
import { createAccountEmails } from './registration/account-emails.ts';
import { listFactorKinds } from './second-factor/factor-sql.ts';
import { openSecondFactors } from './second-factor/open-second-factors.ts';
import type { SecondFactors } from './second-factor/second-factors.ts';
import { createOwnSessions, type OwnSessions } from './sessions/own-sessions.ts';
import { createPendingSignInStore } from './sessions/pending-sign-in-store.ts';
import { createMfaChallenge, type MfaChallenge } from './sessions/mfa-challenge.ts';
import { createSessionInvalidation } from './sessions/session-invalidation.ts';
import { createSessionStore } from './sessions/session-store.ts';
import { createSignedCookie } from './sessions/signed-cookie.ts';
import { createSignInHistory, type SignInEvent, type SignInHistory } from './sign-in-history.ts';

type SignInAttempt = { readonly email: string; readonly password: string };

type NewUser = {
  readonly email: string;
  readonly password: string | { readonly hash: string };
  readonly name: string;
  /** Default: a new id. */
  readonly userId?: string;
};

/** Accounts, sign-in and sessions. */
export type Identity = {
  /** Completes a sign-in; every sign-in method ends here. */
  readonly completeSignIn: CompleteSignIn;
  /** `cookies` may contain the cookie of a known device. */
  readonly signIn: (
    attempt: SignInAttempt,
    client: ClientInfo,
    cookies?: string,
  ) => Promise<SignInResult>;
  /** The sign-in with these cookies that waits for its second factor. */
  readonly findPendingSignIn: (cookies: string | undefined) => Promise<SessionReply['pending']>;
  /** The session with these cookies, at most two seconds old. */
  readonly findSession: (cookies: string | undefined) => Promise<Session | null>;
  readonly sessions: OwnSessions;
  readonly mfaChallenge: MfaChallenge;
  readonly factors: SecondFactors;
  readonly passwords: Passwords;
  readonly readSecurity: (userId: string) => Promise<AccountSecurity>;
  readonly confirmation: Confirmation;
  readonly listSignIns: (userId: string) => Promise<readonly SignInEvent[]>;
  readonly createUser: (user: NewUser) => Promise<string>;
  readonly findUserId: (email: string) => Promise<string | null>;
  /**
   * Clears the failed attempts with this password after its owner has proved their identity by
   * another method, such as a link by e-mail.
   */
  readonly forgiveTries: (email: string) => Promise<void>;
  /** E-mails the account's owner about a change of how they sign in. */
  readonly notifyOwner: NotifyOwner;
  /** Makes every server reload this member's sessions, because their rights may have changed. */
  readonly announceChange: (userId: string) => void;
  /** The same for all members of an organisation, for changes of its requirements. */
  readonly announceDomainChange: (domainId: string) => void;
  readonly onSessionsChanged: (changed: (userId: string) => void) => () => void;
  readonly demonstrationAccounts: SessionReply['demonstrationAccounts'];
  /** The sign-in methods that are available now. */
  readonly offeredMethods: () => OfferedSignInMethods;
  /** Adds or removes sign-in methods of this installation. */
  readonly offer: (methods: Partial<OfferedSignInMethods>) => void;
  /** `about`: the person's name and address, which do not count towards the password's strength. */
  readonly hashPassword: (password: string, about: readonly string[]) => Promise<string>;
  readonly close: () => Promise<void>;
};

export type IdentityDependencies = {
  readonly database: Database;
  readonly bus: Bus;
  readonly mail: Mail;
  readonly log: Logger;
  readonly now: () => Date;
  readonly publicOrigin: string | null;
  /** Browsers connect over HTTPS. */
  readonly secure: boolean;
  /** The installation key. It signs cookies and encrypts second factors. */
  readonly secret: string;
  /** Default: hashing at full cost. */
  readonly passwordHashing?: PasswordHashing;
  readonly signInsPerAddress: number;
  readonly signInsPerAccount: number;
  /** Sessions that are unused for this long end. */
  readonly sessionIdleSeconds: number;
  readonly demonstrationAccounts: SessionReply['demonstrationAccounts'];
  /** Writes to the update history; optional. */
  readonly recordActs?: DocumentStore['recordActs'];
};

export async function createIdentity(dependencies: IdentityDependencies): Promise<Identity> {
  const { database, now, secure, secret } = dependencies;
  const store = createSessionStore(database, { now, idleSeconds: dependencies.sessionIdleSeconds });
  const pending = createPendingSignInStore(database, now);
  const history = createSignInHistory(database, dependencies);
  const sessionCookie = createSignedCookie({ name: 'yamori.session_token', secret, secure });
  const device = createKnownDevice({ secret, secure });
  const pendingCookie = createSignedCookie({ name: 'yamori.sign_in', secret, secure });
  const notifyOwner = createNotifyOwner(
    createAccountEmails(dependencies.mail, dependencies.publicOrigin),
  );
  const { throttle, hashing, passwords } = openPasswords(dependencies, notifyOwner);
  const { factors, codes, hasPasskeys } = openSecondFactors({
    ...dependencies,
    throttle,
    history,
    notifyOwner,
  });
  const completeSignIn = createCompleteSignIn({
    database,
    sessions: store,
    pending,
    history,
    sessionCookie,
    pendingCookie,
    listFactorKinds: (userId) => listFactorKinds(database, userId),
  });
  const challenge = { completeSignIn, pending, pendingCookie, factors, history, device };
  const { invalidation, sessions } = openSessions(dependencies, store, sessionCookie);
  const offered = { current: { ...PASSWORD_ONLY, passkey: hasPasskeys } };

  return {
    completeSignIn,
    sessions,
    passwords,
    factors,
    notifyOwner,
    findSession: sessions.of,
    signIn: (attempt, client, cookies) =>
      signInWithPassword(
        { database, hashing, history, device, throttle, completeSignIn },
        attempt,
        client,
        cookies,
      ),
    findPendingSignIn: (cookies) =>
      findPendingSignIn({ database, pending, pendingCookie }, cookies),
    mfaChallenge: createMfaChallenge(challenge),
    confirmation: createConfirmation({ sessions: store, passwords, factors, now }),
    readSecurity: createAccountSecurity({ database, passwords, codes, hasPasskeys }),
    listSignIns: history.list,
    createUser: (user) => createUser({ database, passwords, now }, user),
    findUserId: (email) => findUserId(database, email),
    forgiveTries: (email) => throttle.unlock(getPasswordKey(email)),
    announceChange: invalidation.announce,
    announceDomainChange: (domainId) => void invalidation.announceDomain(domainId),
    onSessionsChanged: invalidation.onChanged,
    demonstrationAccounts: dependencies.demonstrationAccounts,
    offeredMethods: () => offered.current,
    offer: (more) => {
      offered.current = { ...offered.current, ...more };
    },
    hashPassword: passwords.hashNew,
    close: async () => {
      invalidation.close();
      await history.close();
    },
  };
}

function openPasswords(dependencies: IdentityDependencies, notifyOwner: NotifyOwner) {
  const { database, now } = dependencies;
  const throttle = createLoginThrottle(database, {
    now,
    perAddress: dependencies.signInsPerAddress,
    perAccount: dependencies.signInsPerAccount,
  });
  const hashing = dependencies.passwordHashing ?? createPasswordHashing();
  const passwords = createPasswords({
    database,
    hashing,
    throttle,
    assertPasswordAllowed: createPasswordRule(),
    now,
    notifyOwner,
  });
  return { throttle, hashing, passwords };
}

function openSessions(
  { database, bus, now, log }: IdentityDependencies,
  store: ReturnType<typeof createSessionStore>,
  cookie: ReturnType<typeof createSignedCookie>,
) {
  const invalidation = createSessionInvalidation({ sessions: store, bus, now, log });
  return {
    invalidation,
    sessions: createOwnSessions({ database, sessions: store, invalidation, cookie }),
  };
}

type CreateUserServices = Pick<IdentityDependencies, 'database' | 'now'> & {
  readonly passwords: Passwords;
};

async function createUser(
  { database, passwords, now }: CreateUserServices,
  { email, password, name, userId = newUserId() }: NewUser,
): Promise<string> {
  const account = {
    userId,
    email,
    isEmailVerified: true,
    name,
    language: null,
    passwordHash:
      typeof password === 'string'
        ? await passwords.hashNew(password, [email, name])
        : password.hash,
  };
  await database.transaction((queries) => insertAccount(queries, account, now()));
  return account.userId;
}

type PendingSignInServices = Pick<IdentityDependencies, 'database'> & {
  readonly pending: ReturnType<typeof createPendingSignInStore>;
  readonly pendingCookie: ReturnType<typeof createSignedCookie>;
};

async function findPendingSignIn(
  { database, pending, pendingCookie }: PendingSignInServices,
  cookies: string | undefined,
): Promise<SessionReply['pending']> {
  const token = pendingCookie.read(cookies);
  const found = token === null ? null : await pending.find(token);
  return found === null
    ? null
    : {
        kinds: await listFactorKinds(database, found.userId),
        expiresAt: found.expiresAt.toISOString(),
      };
}

type PasswordSignInServices = {
  readonly database: Database;
  readonly hashing: PasswordHashing;
  readonly history: SignInHistory;
  readonly device: KnownDevice;
  readonly throttle: LoginThrottle;
  readonly completeSignIn: CompleteSignIn;
};

function signInWithPassword(
  services: PasswordSignInServices,
  { email, password }: SignInAttempt,
  client: ClientInfo,
  cookies: string | undefined,
): Promise<SignInResult> {
  const { history, device } = services;
  const account = getPasswordKey(email);
  const attempt = {
    account,
    address: client.address,
    device: device.find(cookies, account),
    isKnownAddress: () => history.isKnownAddress({ email }, client.address),
  };
  return services.throttle.attempt(attempt, async () => {
    const verdict = await verifyPassword(services, email, password);
    if (verdict.kind === 'right') {
      const authenticated = { userId: verdict.userId, provider: 'email', factors: 1 } as const;
      const result = await services.completeSignIn(authenticated, client);
      const deviceCookie = device.remember(cookies, account);
      return { ...result, setCookies: [...result.setCookies, deviceCookie] };
    }
    if (verdict.userId !== null) history.note(verdict.userId, 'email', 'failed', client);
    throw new ProblemError('sign-in-failed');
  });
}

const PASSWORD_ONLY: OfferedSignInMethods = {
  password: true,
  line: false,
  google: false,
  saml: false,
  passkey: false,
  anonymous: false,
  signUp: false,
  registerDomain: false,
  domainByMail: false,
  passwordReset: false,
};
