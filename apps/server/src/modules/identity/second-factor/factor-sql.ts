/** SQL about a user's second factors. `user` is an SQL expression for the id, never user input. */

/** An authenticator app or a passkey; backup codes alone do not count. */
export const hasSecondFactorSql = (user: string): string =>
  `(${hasTotpSql(user)} or ${hasPasskeySql(user)})`;

export const hasTotpSql = (user: string): string =>
  `exists (select 1 from auth_totp t where t.user_id = ${user} and t.confirmed_at is not null)`;
export const hasPasskeySql = (user: string): string =>
  `exists (select 1 from auth_passkey p where p.user_id = ${user})`;

/** Each factor as a row: `id`, `kind`, `name`, `at` (when it was added), `used_at`. */
export const factorsSql = (user: string): string => `
  select 'totp' as id, 'totp' as kind, '' as name, t.created_at as at, null::timestamptz as used_at from auth_totp t where t.user_id = ${user} and t.confirmed_at is not null
  union all select p.credential_id, 'passkey', p.name, p.created_at, p.last_used_at from auth_passkey p where p.user_id = ${user}`;

/** A password that is long enough only with a second factor. */
export const hasShortPasswordSql = (user: string): string =>
  `exists (select 1 from auth_account a where a.user_id = ${user} and a.provider_id = 'credential' and a.short_password)`;
