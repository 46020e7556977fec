import type { Actor } from '@yamori/domain';
import type { Database } from '../../database/database.ts';
import { readStanding } from './member-standing.ts';
import { createReach } from './reach.ts';

/** Somebody as the rules of access see them today, for what the server does in their name later. Null for who is suspended or gone. */
export async function readMemberActor(database: Database, userId: string): Promise<Actor | null> {
  const standing = await readStanding(database, userId);
  if (standing === null || standing.suspended) return null;
  const { accessLevel, domainId } = standing;
  const [domain] = domainId === null ? [] : await database.query<{ root: string }>({ name: 'member-root', text: 'select root_domain_id as root from documents where path = $1', values: [`domain/${domainId}`] });
  return { userId, accessLevel, domainId, rootDomainId: domain?.root ?? null, singleTimeToken: null, reach: await createReach(database)({ accessLevel, domainId }) };
}
