import { ACCESS_LEVELS, type Actor, type AccessibleDomains } from '@yamori/domain';
import type { Database } from '../../core/database/database.ts';

type Member = Pick<Actor, 'accessLevel' | 'domainId'>;

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
export async function readAccessibleDomains(
  database: Database,
  { accessLevel, domainId }: Member,
): Promise<AccessibleDomains> {
  if (EVERYTHING.has(accessLevel)) return { kind: 'everything' };
  if (domainId === null || accessLevel === ACCESS_LEVELS.requestMfa)
    return { kind: 'domains', domainIds: new Set() };
  const isCareLevel = accessLevel < ACCESS_LEVELS.agency;
  const descendantIds = await readDescendantIds(database, domainId, isCareLevel);
  return { kind: 'domains', domainIds: new Set([domainId, ...descendantIds]) };
}

/** Care levels get descendants of facilities only. */
async function readDescendantIds(
  database: Database,
  domainId: string,
  isCareLevel: boolean,
): Promise<string[]> {
  const rows = await database.query<{ id: string }>({
    name: 'list_domains_below',
    text: `select id from documents where collection = 'domain' and parent_path = '' and data @> jsonb_build_object('ancestorIds', jsonb_build_array($1::text))
      and (not $2 or exists (select 1 from documents own where own.path = 'domain/' || $1 and own.data->>'kind' = 'facility'))`,
    values: [domainId, isCareLevel],
  });
  return rows.map((row) => row.id);
}
