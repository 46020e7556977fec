import type { Queries } from '../../../core/database/database.ts';
import { forgetAccounts } from '../federation/saml/saml-provider-store.ts';
import { TOP_LEVELS } from './membership-rules.ts';

/**
 * Revokes the access that an account gave to others: invitations, one-time links with their guests,
 * and the identity providers of an organisation that has no other owner. It runs when the owner of
 * an address takes over an account that a stranger created.
 */
export async function revokeGrantedAccess(
  queries: Queries,
  userId: string,
  at: Date,
): Promise<void> {
  await queries.query({
    name: 'revoke_invitations_of_account',
    text: 'update invitation set revoked_at = $2 where invited_by = $1 and accepted_at is null and revoked_at is null',
    values: [userId, at],
  });
  await queries.query({
    name: 'delete_guests_of_account',
    text: 'delete from auth_user where id in (select guest_id from one_time_link where created_by = $1)',
    values: [userId],
  });
  await queries.query({
    name: 'revoke_links_of_account',
    text: 'update one_time_link set revoked_at = $2 where created_by = $1 and revoked_at is null',
    values: [userId, at],
  });
  const providers = await queries.query<{ id: string }>({
    name: 'delete_saml_of_account',
    text: `delete from saml_provider p using documents m where m.path = 'staff/' || $1 and m.data->>'domainId' = p.domain_id and (m.data->>'accessLevel')::int = any($2)
        and not exists (select 1 from documents o where o.collection = 'staff' and o.domain_ids @> array[p.domain_id] and o.path <> m.path
          and (o.data->>'accessLevel')::int = any($2) and o.data->>'state' = 'active') returning p.id`,
    values: [userId, [...TOP_LEVELS]],
  });
  for (const { id } of providers) await forgetAccounts(queries, `saml.${id}`, at);
}
