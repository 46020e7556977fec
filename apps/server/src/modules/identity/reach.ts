import { ACCESS_LEVELS, type Actor, type DomainReach } from '@yamori/domain';
import type { Database } from '../../core/database/database.ts';

export type Member = Pick<Actor, 'accessLevel' | 'domainId'>;

const EVERYTHING: ReadonlySet<number> = new Set([
  ACCESS_LEVELS.developer,
  ACCESS_LEVELS.seniorDeveloper,
]);

/**
 * The domains that a member can access: their own and all below it. Staff of an agency can access
 * their customers' domains, which are below the agency's. A member with a level of care in a domain
 * that is not a facility cannot access the domains below it: what an owner sees in a facility is
 * hidden from an agency's care levels. The maker's staff can access everything; a session without
 * its required second factor, nothing.
 */
export function createReach(database: Database): (member: Member) => Promise<DomainReach> {
  return async (member) => {
    if (EVERYTHING.has(member.accessLevel)) return { kind: 'everything' };
    if (member.domainId === null || member.accessLevel === ACCESS_LEVELS.requestMfa)
      return { kind: 'domains', domainIds: new Set() };
    return {
      kind: 'domains',
      domainIds: new Set([
        member.domainId,
        ...(await domainsBelow(
          database,
          member.domainId,
          member.accessLevel < ACCESS_LEVELS.agency,
        )),
      ]),
    };
  };
}

async function domainsBelow(
  database: Database,
  domainId: string,
  isOfCare: boolean,
): Promise<string[]> {
  const rows = await database.query<{ id: string }>({
    name: 'domains-below',
    text: `select id from documents where collection = 'domain' and parent_path = '' and data @> jsonb_build_object('ancestorIds', jsonb_build_array($1::text))
      and (not $2 or exists (select 1 from documents own where own.path = 'domain/' || $1 and own.data->>'kind' = 'facility'))`,
    values: [domainId, isOfCare],
  });
  return rows.map((row) => row.id);
}
