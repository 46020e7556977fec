import { ACCESS_LEVELS, type Actor, type DomainReach } from '@yamori/domain';
import type { Database } from '../../database/database.ts';

export type Member = Pick<Actor, 'accessLevel' | 'domainId'>;

const EVERYTHING: ReadonlySet<number> = new Set([ACCESS_LEVELS.developer, ACCESS_LEVELS.seniorDeveloper]);

/**
 * Domains that a member reaches: its own and all below it, so an agency's people reach the domains of their customers,
 * which hang below the agency. The maker's people reach everything; a session that owes a second factor, nothing.
 */
export function createReach(database: Database): (member: Member) => Promise<DomainReach> {
  return async (member) => {
    if (EVERYTHING.has(member.accessLevel)) return { kind: 'everything' };
    if (member.domainId === null || member.accessLevel === ACCESS_LEVELS.requestMfa) return { kind: 'domains', domainIds: new Set() };
    return { kind: 'domains', domainIds: new Set([member.domainId, ...(await domainsBelow(database, member.domainId))]) };
  };
}

async function domainsBelow(database: Database, domainId: string): Promise<string[]> {
  const rows = await database.query<{ id: string }>({
    name: 'domains-below',
    text: "select id from documents where collection = 'domain' and parent_path = '' and data @> jsonb_build_object('ancestorIds', jsonb_build_array($1::text))",
    values: [domainId],
  });
  return rows.map((row) => row.id);
}
