import type { Actor, DomainReach } from '@yamori/domain';
import type { Database } from '../../core/database/database.ts';
import { readStanding, readStandings, type AccountStatus } from './member-standing.ts';
import { createReach } from './reach.ts';

/**
 * A member as the access rules see them now, for work that the server does later in their name.
 * Null for a suspended or deleted account.
 */
export async function readMemberActor(database: Database, userId: string): Promise<Actor | null> {
  const standing = await readStanding(database, userId);
  return standing === null || standing.suspended
    ? null
    : toActor(userId, standing, await createReach(database)(standing));
}

/**
 * The same for many members, without suspended or deleted accounts. One statement reads all
 * accounts; another one reads the accessible domains for each pair of level and organisation.
 */
export async function readMemberActors(
  database: Database,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, Actor>> {
  const reachOf = createReach(database);
  const reaches = new Map<string, DomainReach>();
  const actors = new Map<string, Actor>();
  for (const [userId, standing] of await readStandings(database, userIds)) {
    if (standing.suspended) continue;
    const key = `${standing.accessLevel} ${standing.domainId ?? ''}`;
    const reach = reaches.get(key) ?? (await reachOf(standing));
    reaches.set(key, reach);
    actors.set(userId, toActor(userId, standing, reach));
  }
  return actors;
}

const toActor = (
  userId: string,
  { accessLevel, domainId, rootDomainId }: AccountStatus,
  reach: DomainReach,
): Actor => ({ userId, accessLevel, domainId, rootDomainId, singleTimeToken: null, reach });
