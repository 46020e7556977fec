import type { Queries } from '../../../core/database/database.ts';
import { hasSecondFactorSql } from '../second-factor/factor-sql.ts';

/** How members' accounts are secured. */
export type MemberFacts = {
  readonly userId: string;
  readonly hasPassword: boolean;
  readonly hasSecondFactor: boolean;
  readonly lastSignInAt: Date | null;
  readonly sessions: number;
  readonly hasProvenAddress: boolean;
};

const FACTS = `
  select u.id as "userId", u.email is not null and u.email_verified as "hasProvenAddress",
    exists (select 1 from auth_account a where a.user_id = u.id and a.provider_id = 'credential' and a.password is not null) as "hasPassword",
    ${hasSecondFactorSql('u.id')} as "hasSecondFactor",
    (select max(e.at) from sign_in_event e where e.user_id = u.id and e.outcome = 'succeeded') as "lastSignInAt",
    (select count(*)::int from auth_session s where s.user_id = u.id and s.expires_at > $2) as sessions
  from auth_user u where u.id = any($1)`;

export async function readMemberFacts(
  queries: Queries,
  userIds: readonly string[],
  at: Date,
): Promise<ReadonlyMap<string, MemberFacts>> {
  const rows = await queries.query<MemberFacts>({
    name: 'read_member_facts',
    text: FACTS,
    values: [[...userIds], at],
  });
  return new Map(rows.map((row) => [row.userId, row]));
}
