import { isAccessLevel, type Actor } from '@yamori/domain';
import type { Viewer } from './viewer-context.tsx';

/**
 * The viewer as an `Actor`, so that screens offer only what the server will allow; null if signed
 * out.
 */
export function toActor({
  user,
  reach,
  hasOwnHome,
}: Pick<Viewer, 'user' | 'reach' | 'hasOwnHome'>): Actor | null {
  if (user === null || !isAccessLevel(user.accessLevel)) return null;
  return {
    userId: user.uid,
    accessLevel: user.accessLevel,
    domainId: user.domainId,
    rootDomainId: user.rootDomainId,
    hasOwnHome,
    singleTimeToken: user.singleTimeToken,
    reach:
      reach === 'everything'
        ? { kind: 'everything' }
        : { kind: 'domains', domainIds: new Set(reach) },
  };
}
