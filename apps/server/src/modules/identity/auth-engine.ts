import { betterAuth } from 'better-auth';
import type pg from 'pg';
import type { Logger } from 'pino';
import { untilDeadline } from '../../core/database/request-deadline.ts';

type AuthEngineOptions = {
  readonly pool: pg.Pool;
  readonly log: Logger;
  readonly secret: string;
  readonly publicOrigin: string | null;
  /** Default: the library's scrypt at full cost, some 0.1 s a password. */
  readonly passwordHashing?: PasswordHashing;
};

export type PasswordHashing = {
  readonly hash: (password: string) => Promise<string>;
  readonly verify: (attempt: {
    readonly hash: string;
    readonly password: string;
  }) => Promise<boolean>;
};

/**
 * Wraps the sign-in library (better-auth): lookup of accounts and hashes of passwords. It opens no
 * sessions, and its HTTP endpoints are not served (decision 014).
 */
export function createAuthEngine(options: AuthEngineOptions) {
  const auth = createLibrary(options);

  return {
    /** Takes as long for an unknown address as for a wrong password. */
    verifyPassword: async (attempt: {
      email: string;
      password: string;
    }): Promise<PasswordVerdict> => {
      const { internalAdapter, password } = await auth.$context;
      const found = await untilDeadline(() =>
        internalAdapter.findUserByEmail(attempt.email.toLowerCase(), { includeAccounts: true }),
      );
      const hash =
        found?.accounts.find(({ providerId }) => providerId === 'credential')?.password ?? null;
      if (found === null || hash === null) {
        await password.hash(attempt.password);
        return { kind: 'wrong', userId: found?.user.id ?? null };
      }
      return {
        kind: (await password.verify({ hash, password: attempt.password })) ? 'right' : 'wrong',
        userId: found.user.id,
      };
    },

    matchesHash: async (hash: string, plain: string): Promise<boolean> =>
      (await auth.$context).password.verify({ hash, password: plain }),

    hashPassword: async (password: string): Promise<string> =>
      (await auth.$context).password.hash(password),

    findUserId: async (email: string): Promise<string | null> => {
      const { internalAdapter } = await auth.$context;
      const found = await untilDeadline(() => internalAdapter.findUserByEmail(email.toLowerCase()));
      return found?.user.id ?? null;
    },
  };
}

export type AuthEngine = ReturnType<typeof createAuthEngine>;

type PasswordVerdict =
  | { readonly kind: 'right'; readonly userId: string }
  | { readonly kind: 'wrong'; readonly userId: string | null };

function createLibrary(options: AuthEngineOptions) {
  return betterAuth({
    database: options.pool,
    secret: options.secret,
    baseURL: options.publicOrigin ?? 'http://localhost',
    // Our own migrations create these tables.
    user: { modelName: 'auth_user' },
    session: { modelName: 'auth_session', fields: { token: 'tokenHash' } },
    account: { modelName: 'auth_account' },
    verification: { modelName: 'auth_verification' },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: 8,
      maxPasswordLength: 128,
      ...(options.passwordHashing === undefined ? {} : { password: options.passwordHashing }),
    },
    // Our own limits count per account and per address, across all servers.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: {
      log: (level, message) => options.log.debug({ level }, `sign-in library: ${message}`),
    },
  });
}
