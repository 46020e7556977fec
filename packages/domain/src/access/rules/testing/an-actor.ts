import { ACCESS_LEVELS, type AccessLevelName } from '../../access-level.ts';
import type { Actor } from '../../actor.ts';

// Object.keys loses the key type; the keys are exactly AccessLevelName.
export const LEVELS = Object.keys(ACCESS_LEVELS) as AccessLevelName[];
export const MAKERS: readonly AccessLevelName[] = ['developer', 'seniorDeveloper'];

/** A member of the organisation `own`, which has a part `below`. */
export const anActor = (name: AccessLevelName, change: Partial<Actor> = {}): Actor => ({
  userId: 'me',
  accessLevel: ACCESS_LEVELS[name],
  domainId: 'own',
  rootDomainId: 'top',
  singleTimeToken: null,
  hasOwnHome: false,
  reach: MAKERS.includes(name)
    ? { kind: 'everything' }
    : { kind: 'domains', domainIds: new Set(['own', 'below']) },
  ...change,
});

/** A room of an organisation; individuals in `sharedWith` can access it too. */
export const aRoom = (domainId: string, sharedWith: readonly string[] = []) => ({
  path: 'room/r',
  id: 'r',
  placement: { rootDomainId: 'top', domainIds: [domainId], sharedWith },
  data: { domainId },
});
