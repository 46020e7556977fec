import { isAccessLevel, type AccessLevel, type UserInfo } from '@yamori/domain';
import {
  factorsSql,
  hasSecondFactorSql,
  hasShortPasswordSql,
} from '../second-factor/factor-sql.ts';

/** A session with everything that decides its rights. */
export type SessionRow = {
  id: string;
  userId: string;
  createdAt: Date;
  lastUsedAt: Date;
  claimedLevel: number | null;
  provider: string;
  factors: number;
  singleTimeToken: string | null;
  email: string | null;
  emailVerified: boolean;
  image: string | null;
  anonymous: boolean;
  userName: string;
  providers: { provider: string; uid: string }[];
  level: number | null;
  state: string | null;
  domainId: string | null;
  rootDomainId: string | null;
  staffName: string | null;
  phone: string | null;
  hasOwnHome: boolean;
  demandsFactor: boolean;
  hasSecondFactor: boolean;
  /** Found by its previous token. */
  exchanged: boolean;
  mfas: UserInfo['mfas'];
};

// Level, organisation and state come from the member's document; without one the level is 0.
export const FIND_SESSION = `
  select s.id, s.user_id as "userId", s.created_at as "createdAt", coalesce(s.last_used_at, s.created_at) as "lastUsedAt", s.access_level as "claimedLevel", s.provider,
    s.single_time_token as "singleTimeToken",
    s.token_hash <> $1 as exchanged, case when s.token_hash = $1 then s.factors else 1 end as factors,
    u.email, u.email_verified as "emailVerified", u.image, u.anonymous, u.name as "userName",
    (select coalesce(json_agg(json_build_object('provider', a.provider_id, 'uid', a.account_id) order by a.created_at), '[]')
      from auth_account a where a.user_id = u.id) as providers,
    (m.data->>'accessLevel')::int as level, m.data->>'state' as state, m.data->>'domainId' as "domainId",
    m.data->>'rootDomainId' as "rootDomainId", m.data->>'name' as "staffName", m.data->>'phone' as phone,
    coalesce(d.data->>'kind' = 'individual', false) as "hasOwnHome",
    coalesce((d.data->>'mfaRequired')::boolean, false)
      or ${hasShortPasswordSql('u.id')} as "demandsFactor",
    ${hasSecondFactorSql('u.id')} as "hasSecondFactor",
    (select coalesce(json_agg(json_build_object('id', f.id, 'kind', f.kind, 'name', f.name) order by f.at), '[]') from (${factorsSql('u.id')}) f) as mfas
  from auth_session s
  join auth_user u on u.id = s.user_id
  left join documents m on m.path = 'staff/' || s.user_id
  left join documents d on d.path = 'domain/' || (m.data->>'domainId')
  where (s.token_hash = $1 or (s.previous_token_hash = $1 and s.exchanged_at > $4)) and s.expires_at > $2 and coalesce(s.last_used_at, s.created_at) > $3`;

export function getLevel(row: SessionRow): AccessLevel {
  return row.level !== null && isAccessLevel(row.level) ? row.level : 0;
}

/** A required second factor is missing: the session may only register one. */
export const lacksSecondFactor = (row: SessionRow): boolean => row.demandsFactor && row.factors < 2;

export const describeUser = (row: SessionRow, accessLevel: AccessLevel): UserInfo => ({
  providerId: row.provider,
  displayName: row.staffName ?? row.userName,
  email: row.email,
  phoneNumber: row.phone,
  photoURL: row.image,
  uid: row.userId,
  isEmailVerified: row.emailVerified,
  // Linking a sign-in method ends the guest status, including in the current session.
  isAnonymous: row.anonymous && row.providers.length === 0 && !row.hasSecondFactor,
  loginProviders: row.providers.map(({ provider, uid }) => ({
    provider: providerName(provider),
    uid: provider === 'credential' ? (row.email ?? uid) : uid,
  })),
  accessLevel,
  domainId: row.domainId,
  rootDomainId: row.rootDomainId,
  singleTimeToken: row.singleTimeToken,
  mfas: row.mfas,
  signInTime: row.createdAt.toISOString(),
});

/** The specification's provider name of a password is `email`. */
const providerName = (provider: string): string => (provider === 'credential' ? 'email' : provider);
