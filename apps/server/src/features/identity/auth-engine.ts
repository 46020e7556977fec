import { betterAuth } from 'better-auth';
import { APIError } from 'better-auth/api';
import type pg from 'pg';
import type { Logger } from 'pino';
import { refuse } from '@yamori/domain';
import { readSessionToken } from './session-cookie.ts';

export type AuthEngineOptions = {
  readonly pool: pg.Pool;
  readonly log: Logger;
  readonly secret: string;
  readonly secure: boolean;
  readonly publicOrigin: string | null;
};

/** The longest that a session lives, used or not. */
const SESSION_SECONDS = 14 * 24 * 60 * 60;
const COOKIE_PREFIX = 'yamori';

/** The sign-in library behind the few calls that identity needs; its own HTTP addresses are not served. */
export function createAuthEngine(options: AuthEngineOptions) {
  const auth = createLibrary(options);
  const cookieName = `${options.secure ? '__Secure-' : ''}${COOKIE_PREFIX}.session_token`;

  return {
    tokenOf: (cookies: string | undefined): string | null => readSessionToken(cookies, cookieName, options.secret),

    /** Takes as long for an unknown address as for a wrong password. */
    signIn: async (attempt: { email: string; password: string; userAgent: string }): Promise<{ token: string; setCookies: string[] }> => {
      const headers = new Headers({ 'user-agent': attempt.userAgent });
      try {
        const { headers: out, response } = await auth.api.signInEmail({ body: { email: attempt.email, password: attempt.password }, headers, returnHeaders: true });
        return { token: response.token, setCookies: out.getSetCookie() };
      } catch (error) {
        if (error instanceof APIError && error.statusCode < 500) throw refuse('sign-in-failed');
        throw error;
      }
    },

    signOut: async (cookies: string | undefined): Promise<string[]> => {
      const { headers } = await auth.api.signOut({ headers: new Headers(cookies === undefined ? {} : { cookie: cookies }), returnHeaders: true });
      return headers.getSetCookie();
    },

    /** An account with a password, signed in nowhere. */
    createUser: async (user: { email: string; password: string; name: string }): Promise<string> => {
      const { internalAdapter, password } = await auth.$context;
      const email = user.email.toLowerCase();
      if (await internalAdapter.findUserByEmail(email)) throw refuse('account-exists', { place: 'email' });
      const hash = await password.hash(user.password);
      const created = await internalAdapter.createUser({ email, name: user.name, emailVerified: true }, { method: 'admin' });
      try {
        await internalAdapter.createAccount({ userId: created.id, providerId: 'credential', accountId: created.id, password: hash });
      } catch (error) {
        await internalAdapter.deleteUser(created.id);
        throw error;
      }
      return created.id;
    },

    findUserId: async (email: string): Promise<string | null> => {
      const { internalAdapter } = await auth.$context;
      return (await internalAdapter.findUserByEmail(email.toLowerCase()))?.user.id ?? null;
    },
  };
}

function createLibrary(options: AuthEngineOptions) {
  return betterAuth({
    database: options.pool,
    secret: options.secret,
    baseURL: options.publicOrigin ?? 'http://localhost',
    // Tables are made by our own migrations and named here.
    user: { modelName: 'auth_user' },
    session: { modelName: 'auth_session', expiresIn: SESSION_SECONDS, disableSessionRefresh: true, cookieCache: { enabled: false } },
    account: { modelName: 'auth_account' },
    verification: { modelName: 'auth_verification' },
    emailAndPassword: { enabled: true, disableSignUp: true, minPasswordLength: 8, maxPasswordLength: 128 },
    advanced: {
      cookiePrefix: COOKIE_PREFIX,
      useSecureCookies: options.secure,
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', path: '/' },
      // Addresses are counted and kept by us, from the connection and trusted proxies only.
      ipAddress: { disableIpTracking: true },
    },
    // Ours counts per account and per address, for all servers together.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { log: (level, message) => options.log.debug({ level }, `sign-in library: ${message}`) },
  });
}
