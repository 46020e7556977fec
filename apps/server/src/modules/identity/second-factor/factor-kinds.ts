import type { SessionReply } from '@yamori/domain';
import type { Queries } from '../../../core/database/database.ts';
import { hasPasskeySql, hasTotpSql } from './factor-sql.ts';

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
