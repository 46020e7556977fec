import { ProblemError } from '@yamori/domain';
import type { Database, Queries } from '../../../../core/database/database.ts';
import type { NotifyOwner } from '../../security-emails.ts';
import { endSessions } from '../../sessions/session-end.ts';
import { hashSecret } from '../../../../core/secrets/secret-store.ts';
import type { SamlProvider } from './saml-provider.ts';

const COLUMNS = `id, domain_id as "domainId", name, entity_id as "entityId", sign_in_url as "signInUrl", certificates, allow_idp_initiated as "allowIdpInitiated",
  email_attribute as "emailAttribute", name_attribute as "nameAttribute", join_level as "joinLevel", vouches_up_to as "vouchesUpTo"`;

export type SamlProviderStore = ReturnType<typeof createSamlProviderStore>;

/** The identity providers of all organisations, and the assertions that were used. */
export function createSamlProviderStore(
  database: Database,
  now: () => Date,
  notifyOwner: NotifyOwner,
) {
  return {
    find: async (id: string): Promise<SamlProvider | null> => {
      const [row] = await database.query<SamlProvider>({
        name: 'find_saml_provider',
        text: `select ${COLUMNS} from saml_provider where id = $1`,
        values: [id],
      });
      return row ?? null;
    },

    ofDomain: (domainId: string): Promise<SamlProvider[]> =>
      database.query<SamlProvider>({
        name: 'find_saml_provider_of_domain',
        text: `select ${COLUMNS} from saml_provider where domain_id = $1 order by id`,
        values: [domainId],
      }),

    /** The provider of an organisation, by the organisation code that its members know. */
    ofOrganisationCode: async (code: string): Promise<SamlProvider | null> => {
      const [row] = await database.query<SamlProvider>({
        name: 'find_saml_provider_by_code',
        text: `select ${COLUMNS} from saml_provider where domain_id in
          (select id from documents where collection = 'domain' and parent_path = '' and data @> jsonb_build_object('code', $1::text)) order by id limit 1`,
        values: [code],
      });
      return row ?? null;
    },

    exist: async (): Promise<boolean> =>
      (
        await database.query({
          name: 'check_saml_provider_exists',
          text: 'select 1 from saml_provider limit 1',
        })
      ).length > 0,

    /**
     * Saves the provider and unlinks it from `unlink`, users who must link it again. Users without
     * another sign-in method keep the link. Returns the users who lost it.
     */
    save: (provider: SamlProvider, unlink: readonly string[]): Promise<string[]> =>
      database.transaction(async (queries) => {
        const rows = await queries.query({
          name: 'upsert_saml_provider',
          text: `insert into saml_provider (id, domain_id, name, entity_id, sign_in_url, certificates, allow_idp_initiated, email_attribute, name_attribute, join_level, vouches_up_to, updated_at)
          values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
          on conflict (id) do update set name = $3, entity_id = $4, sign_in_url = $5, certificates = $6, allow_idp_initiated = $7, email_attribute = $8,
            name_attribute = $9, join_level = $10, vouches_up_to = $11, updated_at = $12 where saml_provider.domain_id = $2 returning id`,
          values: [
            provider.id,
            provider.domainId,
            provider.name,
            provider.entityId,
            provider.signInUrl,
            provider.certificates,
            provider.allowIdpInitiated,
            provider.emailAttribute,
            provider.nameAttribute,
            provider.joinLevel,
            provider.vouchesUpTo,
            now(),
          ],
        });
        if (rows.length === 0) throw new ProblemError('saml-provider-exists', { place: 'id' });
        const way = `saml.${provider.id}`;
        const userIds = await unlinkUsers(queries, way, unlink, now());
        for (const userId of userIds)
          await notifyOwner(queries, userId, { kind: 'providerUnlinked', provider: way });
        return userIds;
      }),

    /**
     * Deletes the provider with its linked accounts and their sessions. Returns the affected users,
     * or null if there is no such provider.
     */
    remove: (domainId: string, id: string): Promise<string[] | null> =>
      database.transaction(async (queries) => {
        const removed = await queries.query({
          text: 'delete from saml_provider where id = $1 and domain_id = $2 returning id',
          values: [id, domainId],
        });
        if (removed.length === 0) return null;
        const userIds = await forgetAccounts(queries, `saml.${id}`, now());
        for (const userId of userIds)
          await notifyOwner(queries, userId, { kind: 'providerUnlinked', provider: `saml.${id}` });
        return userIds;
      }),

    /** True only for the first use of this assertion on any server. */
    takeAssertion: async (
      providerId: string,
      assertionId: string,
      endsAt: Date,
    ): Promise<boolean> => {
      const rows = await database.query({
        name: 'insert_saml_assertion_use',
        text: 'insert into saml_assertion_use (assertion_hash, expires_at) values ($1, $2) on conflict do nothing returning assertion_hash',
        values: [hashSecret(`${providerId} ${assertionId}`), endsAt],
      });
      return rows.length > 0;
    },
  };
}

async function unlinkUsers(
  queries: Queries,
  provider: string,
  candidates: readonly string[],
  at: Date,
): Promise<string[]> {
  const accounts = await queries.query<{ userId: string }>({
    text: `delete from auth_account a where provider_id = $1 and user_id = any($2)
      and exists (select 1 from auth_account o where o.user_id = a.user_id and o.id <> a.id)
      returning user_id as "userId"`,
    values: [provider, [...candidates]],
  });
  const userIds = accounts.map(({ userId }) => userId);
  for (const userId of userIds) {
    await endSessions(queries, { userId, provider }, { reason: 'wayRemoved', at });
    await queries.query({
      text: 'delete from auth_pending where user_id = $1 and provider = $2',
      values: [userId, provider],
    });
  }
  return userIds;
}

/** Deletes a provider's linked accounts and their sessions. Returns the affected users. */
export async function forgetAccounts(queries: Queries, way: string, at: Date): Promise<string[]> {
  const accounts = await queries.query<{ userId: string }>({
    text: 'delete from auth_account where provider_id = $1 returning user_id as "userId"',
    values: [way],
  });
  await endSessions(queries, { provider: way }, { reason: 'wayRemoved', at });
  await queries.query({ text: 'delete from auth_pending where provider = $1', values: [way] });
  return accounts.map(({ userId }) => userId);
}
