import { isAccessLevel, type AccessLevel, ProblemError } from '@yamori/domain';
import type { Queries } from '../../core/database/database.ts';
import { hasSecondFactorSql, hasShortPasswordSql } from './second-factor/factor-sql.ts';
import type { PermissionCheck } from '../../core/documents/writing/commit-guard.ts';

/** The account's status, as far as sign-in and access depend on it. */
export type AccountStatus = {
  readonly suspended: boolean;
  readonly accessLevel: AccessLevel;
  /** Null for the maker's staff and for members without an organisation. */
  readonly domainId: string | null;
  /** The root of the organisation's tree; null without an organisation. */
  readonly rootDomainId: string | null;
  /** Whether the organisation is a home (kind `individual`). */
  readonly hasOwnHome: boolean;
  readonly signInMethods: readonly string[];
  readonly samlProviderIds: readonly string[];
  readonly mfaRequired: boolean;
  /** An authenticator app or a passkey; backup codes alone do not count. */
  readonly hasSecondFactor: boolean;
  /** The password is so short that it needs a second factor. */
  readonly hasShortPassword: boolean;
};

type StatusRow = {
  userId: string;
  rootDomainId: string | null;
  level: number | null;
  state: string | null;
  domainId: string | null;
  hasOwnHome: boolean;
  methods: string[] | null;
  samlProviderIds: string[] | null;
  mfaRequired: boolean | null;
  hasSecondFactor: boolean;
  hasShortPassword: boolean;
};

const STATUS_QUERY = `
  select u.id as "userId", d.root_domain_id as "rootDomainId", (m.data->>'accessLevel')::int as level, m.data->>'state' as state, m.data->>'domainId' as "domainId",
    coalesce(d.data->>'kind' = 'individual', false) as "hasOwnHome",
    d.data->'signInMethods' as methods, d.data->'samlProviderIds' as "samlProviderIds", (d.data->>'mfaRequired')::boolean as "mfaRequired",
    ${hasSecondFactorSql('u.id')} as "hasSecondFactor",
    ${hasShortPasswordSql('u.id')} as "hasShortPassword"
  from auth_user u
  left join documents m on m.path = 'staff/' || u.id
  left join documents d on d.path = 'domain/' || (m.data->>'domainId')
  where u.id = any($1)`;

/** Null when there is no such account. */
export async function readAccountStatus(
  queries: Queries,
  userId: string,
): Promise<AccountStatus | null> {
  return (await readAccountStatuses(queries, [userId])).get(userId) ?? null;
}

/** Reads the status of the accounts among `userIds` that exist, in one statement. */
export async function readAccountStatuses(
  queries: Queries,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, AccountStatus>> {
  const rows = await queries.query<StatusRow>({
    name: 'read_account_status',
    text: STATUS_QUERY,
    values: [userIds],
  });
  return new Map(rows.map((row) => [row.userId, toStatus(row)]));
}

function toStatus(row: StatusRow): AccountStatus {
  return {
    suspended: row.state === 'suspended',
    accessLevel: row.level !== null && isAccessLevel(row.level) ? row.level : 0,
    domainId: row.domainId,
    rootDomainId: row.rootDomainId,
    hasOwnHome: row.hasOwnHome,
    // Same defaults as the schema of the collection.
    signInMethods: row.methods ?? ['email'],
    samlProviderIds: row.samlProviderIds ?? [],
    mfaRequired: row.mfaRequired ?? false,
    hasSecondFactor: row.hasSecondFactor,
    hasShortPassword: row.hasShortPassword,
  };
}

/**
 * Whether the member gets access only with a second factor: the organisation demands one, or the
 * password is too short without one.
 */
export const requiresSecondFactor = ({ mfaRequired, hasShortPassword }: AccountStatus): boolean =>
  mfaRequired || hasShortPassword;

/** Accepted by every organisation, because its own administrator created the link. */
const ALWAYS_TAKEN = new Set(['singleTimeToken']);

/**
 * Whether the member's organisation accepts this sign-in method. We store passkeys like passwords,
 * so they count as `email`.
 */
export function acceptsSignInMethod(status: AccountStatus, provider: string): boolean {
  if (status.domainId === null || ALWAYS_TAKEN.has(provider)) return true;
  if (provider.startsWith('saml.'))
    return status.signInMethods.includes('saml') && status.samlProviderIds.includes(provider);
  return status.signInMethods.includes(provider === 'passkey' ? 'email' : provider);
}

/** Guests of a one-time link have no status; the link itself decides what the session may do. */
export const recheckPermissions: PermissionCheck = async (queries, actor) => {
  if (actor.singleTimeToken !== null) return;
  const status = await readAccountStatus(queries, actor.userId);
  if (status === null || status.suspended) throw new ProblemError('session-required');
  if (status.accessLevel !== actor.accessLevel || status.domainId !== actor.domainId)
    throw new ProblemError('access-refused');
};
