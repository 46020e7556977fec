import { isAccessLevel, type AccessLevel } from '@yamori/domain';
import type { Queries } from '../../core/database/database.ts';
import { hasSecondFactorSql, hasShortPasswordSql } from './second-factor/factor-sql.ts';

/** What the door has to know of somebody before it opens. */
export type MemberStanding = {
  readonly suspended: boolean;
  readonly accessLevel: AccessLevel;
  /** Null for the maker's people and for members without an organisation. */
  readonly domainId: string | null;
  /** The top of its tree; null where there is no such organisation. */
  readonly rootDomainId: string | null;
  readonly signInMethods: readonly string[];
  readonly samlProviderIds: readonly string[];
  readonly mfaRequired: boolean;
  /** An app or a passkey; backup codes alone are none. */
  readonly hasSecondFactor: boolean;
  /** Of a length that is enough beside a second factor only. */
  readonly hasShortPassword: boolean;
};

type StandingRow = {
  userId: string;
  rootDomainId: string | null;
  level: number | null;
  state: string | null;
  domainId: string | null;
  methods: string[] | null;
  samlProviderIds: string[] | null;
  mfaRequired: boolean | null;
  hasSecondFactor: boolean;
  hasShortPassword: boolean;
};

const STANDING = `
  select u.id as "userId", d.root_domain_id as "rootDomainId", (m.data->>'accessLevel')::int as level, m.data->>'state' as state, m.data->>'domainId' as "domainId",
    d.data->'signInMethods' as methods, d.data->'samlProviderIds' as "samlProviderIds", (d.data->>'mfaRequired')::boolean as "mfaRequired",
    ${hasSecondFactorSql('u.id')} as "hasSecondFactor",
    ${hasShortPasswordSql('u.id')} as "hasShortPassword"
  from auth_user u
  left join documents m on m.path = 'staff/' || u.id
  left join documents d on d.path = 'domain/' || (m.data->>'domainId')
  where u.id = any($1)`;

/** Null when there is no such account. */
export async function readStanding(
  queries: Queries,
  userId: string,
): Promise<MemberStanding | null> {
  return (await readStandings(queries, [userId])).get(userId) ?? null;
}

/** Of those among them who have an account, in one statement. */
export async function readStandings(
  queries: Queries,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, MemberStanding>> {
  const rows = await queries.query<StandingRow>({
    name: 'member-standing',
    text: STANDING,
    values: [userIds],
  });
  return new Map(rows.map((row) => [row.userId, standingOf(row)]));
}

function standingOf(row: StandingRow): MemberStanding {
  return {
    suspended: row.state === 'suspended',
    accessLevel: row.level !== null && isAccessLevel(row.level) ? row.level : 0,
    domainId: row.domainId,
    rootDomainId: row.rootDomainId,
    // The same defaults as the collection's.
    signInMethods: row.methods ?? ['email'],
    samlProviderIds: row.samlProviderIds ?? [],
    mfaRequired: row.mfaRequired ?? false,
    hasSecondFactor: row.hasSecondFactor,
    hasShortPassword: row.hasShortPassword,
  };
}

/**
 * Whether nothing is opened before a second factor is there: the organisation demands one, or the
 * password stands on it.
 */
export const demandsFactor = ({ mfaRequired, hasShortPassword }: MemberStanding): boolean =>
  mfaRequired || hasShortPassword;

/** Ways that every organisation takes: the link was made by its own administrator. */
const ALWAYS_TAKEN = new Set(['singleTimeToken']);

/**
 * Whether the member's organisation takes this way in. A passkey is kept by us like a password, and
 * goes with it.
 */
export function takesWay(standing: MemberStanding, provider: string): boolean {
  if (standing.domainId === null || ALWAYS_TAKEN.has(provider)) return true;
  if (provider.startsWith('saml.'))
    return standing.signInMethods.includes('saml') && standing.samlProviderIds.includes(provider);
  return standing.signInMethods.includes(provider === 'passkey' ? 'email' : provider);
}
