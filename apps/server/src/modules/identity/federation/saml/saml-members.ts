import { randomUUID } from 'node:crypto';
import {
  LEVELS_OF_KIND,
  mayVouchFor,
  ProblemError,
  type VouchedMember,
  type Write,
} from '@yamori/domain';
import type { Database } from '../../../../core/database/database.ts';
import type { DocumentStore } from '../../../../core/documents/document-store.ts';
import { newMember, requireOrganisation } from '../../registration/organisations.ts';
import type { LinkedAccounts, ProviderAccount } from '../linked-accounts.ts';
import type { ProviderRules } from '../complete-auth-request.ts';
import type { SamlClaims } from './claims-store.ts';
import type { SamlProvider } from './saml-provider.ts';

export type SamlMemberContext = {
  readonly database: Database;
  readonly store: DocumentStore;
  readonly accounts: LinkedAccounts;
  readonly now: () => Date;
};

type Candidate = VouchedMember & {
  readonly userId: string;
  readonly state: string;
  readonly name: string;
};

/** The member's organisation and its ancestors, root first; a deleted one has the kind ''. */
const LINEAGE = `(select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'kind', coalesce(o.data->>'kind', '')) order by l.place), '[]')
  from jsonb_array_elements_text(coalesce(d.data->'ancestorIds', '[]') || coalesce(m.data->'domainId', '[]')) with ordinality as l(id, place)
  left join documents o on o.path = 'domain/' || l.id)`;
const MEMBER = `m.id as "userId", m.data->>'domainId' as "domainId", coalesce((m.data->>'accessLevel')::int, 0) as "accessLevel",
  coalesce(m.data->>'state', 'active') as state, coalesce(m.data->>'name', '') as name, ${LINEAGE} as lineage`;
const OF_STAFF = `from documents m left join documents d on d.path = 'domain/' || (m.data->>'domainId') where m.collection = 'staff' and m.parent_path = ''`;

/**
 * An organisation's provider may sign in its own members and those of domains below, if they linked
 * it themselves or it created their account. Others are rejected unless it has a `joinLevel`.
 */
export function samlRules(
  provider: SamlProvider,
  claims: SamlClaims,
  context: SamlMemberContext,
): ProviderRules {
  const account = { way: `saml.${provider.id}`, subject: claims.subject };
  return {
    assertMaySignIn: async (userId) => {
      const [member] = await context.database.query<Candidate>({
        name: 'find_saml_member',
        text: `select ${MEMBER} ${OF_STAFF} and m.path = 'staff/' || $1::text`,
        values: [userId],
      });
      if (member === undefined || !mayVouchFor(provider, member))
        throw new ProblemError('sign-in-way-refused', { details: { reason: 'foreign-member' } });
    },
    admitNewUser: async () => {
      const member =
        claims.email === null ? null : await findMember(claims.email, provider, context.database);
      if (member !== null) return activate(member, account, context);
      if (provider.joinLevel === null)
        throw new ProblemError('sign-up-refused', { details: { reason: 'no-member' } });
      return join(provider, claims, account, context);
    },
  };
}

/**
 * Finds the member with this address: invited by it, or with the address verified. Unverified
 * addresses do not match, and members outside of the organisation are not found.
 */
async function findMember(
  email: string,
  provider: SamlProvider,
  database: Database,
): Promise<Candidate | null> {
  const rows = await database.query<Candidate>({
    name: 'find_saml_member_by_address',
    text: `select ${MEMBER} ${OF_STAFF} and m.id = (select u.id from auth_user u where u.email = $1 and u.email_verified)
      union select ${MEMBER} ${OF_STAFF} and m.data @> jsonb_build_object('email', $1::text, 'state', 'invited') and not exists (select 1 from auth_user u where u.id = m.id)`,
    values: [email.toLowerCase()],
  });
  const [member, ...more] = rows.filter((row) => mayVouchFor(provider, row));
  return more.length === 0 ? (member ?? null) : null;
}

/**
 * Creates the account of an invited member. The organisation controls its provider, so an asserted
 * address must not open an existing account: its owner links the provider while signed in.
 */
async function activate(
  member: Candidate,
  account: ProviderAccount,
  context: SamlMemberContext,
): Promise<string> {
  if (member.state !== 'invited') throw new ProblemError('account-link-missing');
  if (member.domainId !== null)
    await requireOrganisation(context.store, member.domainId, context.now());
  const writes: Write[] = [
    {
      kind: 'update',
      path: `staff/${member.userId}`,
      fields: [{ field: ['state'], value: 'active' }],
    },
  ];
  return context.accounts.create(
    { userId: member.userId, name: member.name, email: null, picture: null, writes },
    account,
  );
}

/**
 * The provider's address is stored with the member but not as verified, so joining cannot take over
 * an address. The invariants of memberships check the seat limit.
 */
async function join(
  provider: SamlProvider,
  claims: SamlClaims,
  account: ProviderAccount,
  context: SamlMemberContext,
): Promise<string> {
  const { domainId, rootDomainId, kind } = await requireOrganisation(
    context.store,
    provider.domainId,
    context.now(),
  );
  const userId = randomUUID();
  const name = (claims.name ?? claims.email ?? claims.subject).slice(0, 120);
  const member = newMember({
    userId,
    domainId,
    rootDomainId,
    name,
    accessLevel: provider.joinLevel ?? LEVELS_OF_KIND[kind][0],
    email: claims.email,
  });
  return context.accounts.create(
    { userId, name, email: null, picture: null, writes: [member] },
    account,
  );
}
