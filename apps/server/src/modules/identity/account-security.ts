import { CONFIRMATION_KINDS, type AccountSecurity } from '@yamori/domain';
import type { Database } from '../../core/database/database.ts';
import { readAccountStatus } from './account-status.ts';
import type { Passwords } from './passwords/passwords.ts';
import type { BackupCodes } from './second-factor/backup-codes.ts';
import { listFactorKinds, factorsSql } from './second-factor/factor-sql.ts';

type FactorRow = {
  id: string;
  kind: 'totp' | 'passkey';
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
};

const FACTORS = `select f.id, f.kind, f.name, f.at as "createdAt", f.used_at as "lastUsedAt" from (${factorsSql('$1')}) f order by f.at`;

type AccountSecurityOptions = {
  readonly database: Database;
  readonly passwords: Passwords;
  readonly codes: BackupCodes;
  readonly hasPasskeys: boolean;
};

/** The security settings of an account, for its own member. */
export function createAccountSecurity({
  database,
  passwords,
  codes,
  hasPasskeys,
}: AccountSecurityOptions) {
  return async (userId: string): Promise<AccountSecurity> => {
    const [status, hasPassword, leastPasswordLength, factors, backupCodesLeft, kinds] =
      await Promise.all([
        readAccountStatus(database, userId),
        passwords.has(userId),
        passwords.minLength(userId),
        database.query<FactorRow>({ name: 'list_factors', text: FACTORS, values: [userId] }),
        codes.left(database, userId),
        listFactorKinds(database, userId),
      ]);
    const provable = new Set<string>([...kinds, ...(hasPassword ? ['password'] : [])]);
    return {
      hasPassword,
      leastPasswordLength,
      backupCodesLeft,
      mfaRequired: status?.mfaRequired ?? false,
      factors: factors.map(({ createdAt, lastUsedAt, ...factor }) => ({
        ...factor,
        createdAt: createdAt.toISOString(),
        lastUsedAt: lastUsedAt?.toISOString() ?? null,
      })),
      passkeys: hasPasskeys,
      confirmationKinds: CONFIRMATION_KINDS.filter((kind) => provable.has(kind)),
    };
  };
}
