import type { Actor, DomainReach } from '@yamori/domain';
import type { Database } from '../../core/database/database.ts';
import { readStanding, readStandings, type MemberStanding } from './member-standing.ts';
import { createReach } from './reach.ts';

/**
 * Somebody as the rules of access see them today, for what the server does in their name later.
 * Null for who is suspended or gone.
 */
export async function readMemberActor(database: Database, userId: string): Promise<Actor | null> {
  const standing = await readStanding(database, userId);
  return standing === null || standing.suspended
    ? null
    : actorOf(userId, standing, await createReach(database)(standing));
}

/**
 * The same of many who are in few organisations, without those who are suspended or gone: one
 * statement for all of them, and one after the other for what each level of each organisation
 * reaches.
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
    actors.set(userId, actorOf(userId, standing, reach));
  }
  return actors;
}

const actorOf = (
  userId: string,
  { accessLevel, domainId, rootDomainId }: MemberStanding,
  reach: DomainReach,
): Actor => ({ userId, accessLevel, domainId, rootDomainId, singleTimeToken: null, reach });
