import type { SessionReply } from '@yamori/domain';
import type { Queries } from '../../../core/database/database.ts';

/** SQL about a user's second factors. `user` is an SQL expression for the id, never user input. */

/** An authenticator app or a passkey; backup codes alone do not count. */
export const hasSecondFactorSql = (user: string): string =>
  `(${hasTotpSql(user)} or ${hasPasskeySql(user)})`;

const hasTotpSql = (user: string): string =>
  `exists (select 1 from auth_totp t where t.user_id = ${user} and t.confirmed_at is not null)`;
const hasPasskeySql = (user: string): string =>
  `exists (select 1 from auth_passkey p where p.user_id = ${user})`;

/** Each factor as a row: `id`, `kind`, `name`, `at` (when it was added), `used_at`. */
export const factorsSql = (user: string): string => `
  select 'totp' as id, 'totp' as kind, '' as name, t.created_at as at, null::timestamptz as used_at from auth_totp t where t.user_id = ${user} and t.confirmed_at is not null
  union all select p.credential_id, 'passkey', p.name, p.created_at, p.last_used_at from auth_passkey p where p.user_id = ${user}`;

/** A password that is long enough only with a second factor. */
export const hasShortPasswordSql = (user: string): string =>
  `exists (select 1 from auth_account a where a.user_id = ${user} and a.provider_id = 'credential' and a.short_password)`;

export type SecondFactorKind = NonNullable<SessionReply['pending']>['kinds'][number];

/** The second factors that a member can prove. */
export async function listFactorKinds(
  queries: Queries,
  userId: string,
): Promise<SecondFactorKind[]> {
  const [row] = await queries.query<{ totp: boolean; passkey: boolean; backupCode: boolean }>({
    name: 'read_factor_kinds',
    text: `select ${hasTotpSql('$1')} as totp, ${hasPasskeySql('$1')} as passkey,
      exists (select 1 from auth_backup_code where user_id = $1) as "backupCode"`,
    values: [userId],
  });
  const has = row ?? { totp: false, passkey: false, backupCode: false };
  return (['totp', 'passkey', 'backupCode'] as const).filter((kind) => has[kind]);
}
