import type { Actor, AccessibleDomains } from '@yamori/domain';
import type { Database } from '../../core/database/database.ts';
import { readAccessibleDomains } from './accessible-domains.ts';
import { readAccountStatus, readAccountStatuses, type AccountStatus } from './account-status.ts';

/**
 * A member as the access rules see them now, for work that the server does later in their name.
 * Null for a suspended or deleted account.
 */
export async function readMemberActor(database: Database, userId: string): Promise<Actor | null> {
  const status = await readAccountStatus(database, userId);
  return status === null || status.suspended
    ? null
    : toActor(userId, status, await readAccessibleDomains(database, status));
}

/**
 * The same for many members, without suspended or deleted accounts. One statement reads all
 * accounts; another one reads the accessible domains for each pair of level and organisation.
 */
export async function readMemberActors(
  database: Database,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, Actor>> {
  const domainsByLevel = new Map<string, AccessibleDomains>();
  const actors = new Map<string, Actor>();
  for (const [userId, status] of await readAccountStatuses(database, userIds)) {
    if (status.suspended) continue;
    const key = `${status.accessLevel} ${status.domainId ?? ''}`;
    const reach = domainsByLevel.get(key) ?? (await readAccessibleDomains(database, status));
    domainsByLevel.set(key, reach);
    actors.set(userId, toActor(userId, status, reach));
  }
  return actors;
}

const toActor = (
  userId: string,
  { accessLevel, domainId, rootDomainId, hasOwnHome }: AccountStatus,
  reach: AccessibleDomains,
): Actor => ({
  userId,
  accessLevel,
  domainId,
  rootDomainId,
  hasOwnHome,
  singleTimeToken: null,
  reach,
});
